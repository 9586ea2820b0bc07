"""Paint sheets as SVG: text stays text, patterns are patterns; no script, no style, no address but the namespace."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from geo_ghouta.maps.stills.sheet import SIGNS, TILES, Dot, Mark, Pattern, Shape, Sheet, Words
from geo_ghouta.maps.stills.wording import is_arabic

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

FONTS = (
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'Liberation Sans', Arial, "
    "'SF Arabic', 'Noto Sans Arabic', 'Noto Naskh Arabic', 'Geeza Pro', Tahoma, sans-serif"
)


def number(value: float, digits: int = 1) -> str:
    """A length as short as it can be written.

    Examples
    --------
    >>> number(3.0), number(-0.04), number(2.26)
    ('3', '0', '2.3')
    """
    text = f"{value:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else text


def path(rings: Sequence[NDArray[np.float64]], closed: bool) -> str:
    """Path data of rings or lines.

    Examples
    --------
    >>> import numpy as np
    >>> path([np.array([[0, 0], [10, 0], [10, 5.55]])], True)
    'M0 0L10 0 10 5.5Z'
    """
    out = []
    for ring in rings:
        last = ""
        points = []
        for x, y in ring[:-1] if closed and len(ring) > 1 and tuple(ring[0]) == tuple(ring[-1]) else ring:
            here = f"{number(x)} {number(y)}"
            if here != last:
                points.append(here)
            last = here
        if points:
            rest = " ".join(points[1:])
            out.append(f"M{points[0]}" + (f"L{rest}" if rest else "") + ("Z" if closed else ""))
    return "".join(out)


def _attributes(**pairs: str | float | None) -> str:
    return "".join(
        f' {name.replace("_", "-")}="{escape(value if isinstance(value, str) else number(value, 2))}"'
        for name, value in pairs.items()
        if value is not None
    )


def pattern(which: Pattern, name: str) -> str:
    """Definition of a pattern; sizes of PAGE section 5 in px of the sheet.

    Examples
    --------
    >>> pattern(Pattern("lost", "#000000", "#FFFFFF"), "p0")[:60]
    '<pattern id="p0" width="6.5" height="6.5" patternUnits="user'
    """
    hue, paper = which.hue, which.paper

    def box(x: float, y: float, width: float, height: float, fill: str) -> str:
        return f"<rect{_attributes(x=x, y=y, width=width, height=height, fill=fill)}/>"

    size, turn = TILES[which.kind]
    ground = "" if which.kind in SIGNS else box(0, 0, size, size, paper)
    body = {
        "claimed": box(0, 0, 6, 9, hue),
        "contested": box(0, 0, 6, 6, hue) + box(6, 6, 6, 6, hue),
        "unknown": f'<circle cx="4" cy="4" r="1.9" fill="{hue}"/>',
        "lost": box(0, 0, 1.35, 6.5, hue),
        "gained": box(3.9, 2, 1.2, 5, paper) + box(2, 3.9, 5, 1.2, paper),
    }[which.kind]
    turned = (f"rotate({turn})" if turn else "") + (f" scale({number(which.scale, 2)})" if which.scale != 1 else "")
    transform = _attributes(patternTransform=turned.strip() or None)
    opening = f'<pattern id="{name}" width="{number(size)}" height="{number(size)}" patternUnits="userSpaceOnUse"'
    return f"{opening}{transform}>{ground}{body}</pattern>"


class _Painter:
    """Collects the marks of one sheet and the patterns that they use."""

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.patterns: dict[Pattern, str] = {}

    def paint(self, mark: Mark) -> str:
        if isinstance(mark, Shape):
            return self.shape(mark)
        return self.dot(mark) if isinstance(mark, Dot) else self.words(mark)

    def fill(self, mark: Shape) -> str:
        if mark.pattern is None:
            return mark.fill or "none"
        name = self.patterns.setdefault(mark.pattern, f"{self.prefix}{len(self.patterns)}")
        return f"url(#{name})"

    def shape(self, mark: Shape) -> str:
        data = path(mark.rings, mark.closed)
        stroke: dict[str, str | float | None] = {}
        if mark.stroke:
            stroke = {
                "stroke": mark.stroke,
                "stroke_width": mark.width,
                "stroke_dasharray": " ".join(number(d, 2) for d in mark.dash) or None,
                "stroke_linejoin": "round",
                "stroke_linecap": "round" if mark.cap == "round" else None,
            }
        even = "evenodd" if mark.closed and len(mark.rings) > 1 else None
        opacity = mark.opacity if mark.opacity < 1 else None
        return f"<path{_attributes(d=data, fill=self.fill(mark), fill_rule=even, opacity=opacity, **stroke)}/>"

    def dot(self, mark: Dot) -> str:
        style = {"fill": mark.fill, "stroke": mark.stroke, "stroke_width": mark.width if mark.stroke else None}
        if mark.square:
            side = 2 * mark.radius
            corner = {"x": mark.x - mark.radius, "y": mark.y - mark.radius, "width": side, "height": side}
            return f"<rect{_attributes(**corner, **style)}/>"
        return f"<circle{_attributes(cx=mark.x, cy=mark.y, r=mark.radius, **style)}/>"

    def words(self, mark: Words) -> str:
        # For text from right to left "start" is the right end.
        rtl = mark.rtl or is_arabic(mark.text[:1])
        ends = {"left": "start", "middle": "middle", "right": "end"}
        if rtl:
            ends = {"left": "end", "middle": "middle", "right": "start"}
        anchor = ends[mark.anchor]
        halo: dict[str, str | float | None] = {}
        if mark.halo:
            halo = {"stroke": mark.halo, "stroke_width": mark.halo_width, "stroke_linejoin": "round",
                    "paint_order": "stroke"}  # fmt: skip
        attributes = _attributes(
            x=mark.x, y=mark.y, font_size=mark.size, fill=mark.colour,
            font_weight="700" if mark.bold else None, font_style="italic" if mark.italic else None,
            letter_spacing=mark.spacing * mark.size if mark.spacing else None,
            text_anchor=anchor if anchor != "start" else None, direction="rtl" if rtl else None, **halo,
        )  # fmt: skip
        return f"<text{attributes}>{escape(mark.text, quote=False)}</text>"


def svg(sheets: Sequence[Sheet], *, prefix: str = "p", unit: str = "px", xml: bool = True) -> str:
    """Write sheets as one SVG, one below the other.

    Parameters
    ----------
    sheets : sequence of Sheet
        Of one width.
    prefix : str
        First letters of the ids inside, so that several SVGs may stand in one page.
    unit : str
        ``px``, or ``mm`` for paper.
    xml : bool
        Whether it is a file of its own.

    Examples
    --------
    >>> svg([Sheet(10, 10, "#FFFFFF", "A")])[:38]
    '<?xml version="1.0" encoding="UTF-8"?>'
    """
    painter = _Painter(prefix)
    width, height = sheets[0].width, sum(s.height for s in sheets)
    body, top = [], 0.0
    for sheet in sheets:
        whole = f'<rect width="{number(sheet.width, 2)}" height="{number(sheet.height, 2)}" fill="{sheet.paper}"/>'
        marks = "\n".join([whole, *(painter.paint(mark) for mark in sheet.marks)])
        body.append(f'<g transform="translate(0 {number(top, 2)})">{marks}</g>' if top else marks)
        top += sheet.height
    factor = 25.4 / 96 if unit == "mm" else 1.0
    size = {"width": f"{number(width * factor, 2)}{unit}", "height": f"{number(height * factor, 2)}{unit}"}
    opening = _attributes(
        xmlns="http://www.w3.org/2000/svg", **size, viewBox=f"0 0 {number(width, 2)} {number(height, 2)}", role="img",
        font_family=FONTS,
    )  # fmt: skip
    language = f' lang="{sheets[0].language}"' if sheets[0].language.isalpha() else ""
    title = f"<title>{escape(sheets[0].title, quote=False)}</title>"
    definitions = "".join(pattern(which, name) for which, name in painter.patterns.items())
    defs = f"<defs>{definitions}</defs>" if definitions else ""
    head = '<?xml version="1.0" encoding="UTF-8"?>\n' if xml else ""
    return f"{head}<svg{opening}{language}>{title}{defs}\n" + "\n".join(body) + "\n</svg>\n"
