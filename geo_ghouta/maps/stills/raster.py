"""Paint sheets with matplotlib, without a browser and without a global figure: PNG through Agg, PDF as vectors."""

from __future__ import annotations

import contextlib
import functools
import io
import math
import re
from typing import TYPE_CHECKING, Any

import numpy as np

from geo_ghouta.errors import UsageError
from geo_ghouta.maps.stills.sheet import SIGNS, TILES, Dot, Pattern, Shape, Sheet, Words
from geo_ghouta.maps.stills.wording import is_arabic

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

_LATIN = ("Segoe UI", "Roboto", "Helvetica Neue", "Noto Sans", "Liberation Sans", "Arial", "DejaVu Sans")
_ARABIC = ("SF Arabic", "Noto Sans Arabic", "Noto Naskh Arabic", "Geeza Pro", "Tahoma", "DejaVu Sans")
_POINT = 0.75
"""Points in a CSS pixel."""


def need() -> None:
    """Say which extra is missing, before any work is done.

    Raises
    ------
    UsageError
        Where matplotlib is not installed, or too old to shape Arabic.
    """
    hint = "install it with: pip install 'geo-ghouta[picture]' (.svg and .html need nothing)"
    try:
        import matplotlib as mpl
    except ImportError as error:
        message = f"PNG and PDF pictures need matplotlib, which is not installed; {hint}"
        raise UsageError(message) from error
    if tuple(int(part) for part in mpl.__version__.split(".")[:2]) < (3, 11):
        message = f"PNG and PDF pictures need matplotlib 3.11 or later, found {mpl.__version__}; {hint}"
        raise UsageError(message)


@contextlib.contextmanager
def settings() -> Iterator[None]:
    """Our own settings for the time of painting, whatever style the user has chosen."""
    import matplotlib as mpl

    plain = {k: v for k, v in mpl.rcParamsDefault.items() if not k.startswith(("backend", "interactive", "toolbar"))}
    with mpl.rc_context(
        {**plain, "pdf.fonttype": 42, "path.simplify": False, "lines.scale_dashes": False, "text.parse_math": False}
    ):
        yield


@functools.cache
def _families() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Fonts of this machine, Latin and Arabic first; DejaVu Sans, which matplotlib brings along, is always there."""
    from matplotlib import font_manager

    there = {entry.name for entry in font_manager.fontManager.ttflist}
    latin = [name for name in _LATIN if name in there] or ["DejaVu Sans"]
    arabic = [name for name in _ARABIC if name in there] or ["DejaVu Sans"]
    last = ["DejaVu Sans"]
    return tuple(dict.fromkeys(latin[:1] + arabic[:1] + last)), tuple(dict.fromkeys(arabic[:1] + latin[:1] + last))


@functools.cache
def _font(bold: bool, italic: bool, arabic: bool) -> Any:
    from matplotlib.font_manager import FontProperties

    latin, other = _families()
    chosen = FontProperties(family=list(other if arabic else latin), weight=700 if bold else 400)
    if italic and not arabic:
        chosen.set_style("italic")
    return chosen


@functools.cache
def _covered() -> frozenset[int]:
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    out: set[int] = set()
    for family in _families()[0]:
        out |= set(FT2Font(font_manager.findfont(family)).get_charmap())
    return frozenset(out)


def printable(text: str) -> str:
    """Text with the characters that no font here has as U+FFFD, so that nothing vanishes in silence."""
    known = _covered()
    return "".join(char if ord(char) in known or char in "\u200c\u200d" else "\ufffd" for char in text)


@functools.lru_cache(maxsize=20_000)
def width(text: str, size: float, bold: bool) -> float:
    """Width of a line of text in the fonts of this machine, px."""
    from matplotlib.textpath import text_to_path

    if not text:
        return 0.0
    with settings():
        font = _font(bold, False, is_arabic(text)).copy()
        font.set_size(20)
        wide, _, _ = text_to_path.get_text_width_height_descent(printable(text), font, False)
    return float(wide) * size / 20


def _rings(mark: Shape) -> Any:
    from matplotlib.path import Path

    points, codes = [], []
    for ring in mark.rings:
        points.append(ring)
        code = np.full(len(ring), Path.LINETO, dtype=np.uint8)
        code[0] = Path.MOVETO
        codes.append(code)
        if mark.closed:
            points.append(ring[:1])
            codes.append(np.array([Path.CLOSEPOLY], dtype=np.uint8))
    return Path(np.vstack(points), np.concatenate(codes))


def strokes(which: Pattern, box: tuple[float, float, float, float]) -> list[NDArray[np.float64]]:
    """Polygons of a pattern over a box of the sheet, in the same place as SVG's pattern of the user's space.

    Examples
    --------
    >>> len(strokes(Pattern("contested", "#000000", "#FFFFFF"), (0, 0, 24, 24)))
    18
    """
    size, turn = TILES[which.kind]
    step = size * which.scale
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = np.array([(x, y) for x in (box[0], box[2]) for y in (box[1], box[3])])
    u, v = corners @ np.array([c, s]), corners @ np.array([-s, c])
    first, last = math.floor(u.min() / step), math.ceil(u.max() / step)
    low, high = math.floor(v.min() / step), math.ceil(v.max() / step)
    out = []

    def put(points: list[tuple[float, float]]) -> None:
        out.append(np.array([(p * c - q * s, p * s + q * c) for p, q in points]) * which.scale)

    if which.kind in {"claimed", "lost"}:
        wide = 6.0 if which.kind == "claimed" else 1.35
        for i in range(first, last + 1):
            a, b = i * size, i * size + wide
            put([(a, low * size), (b, low * size), (b, high * size), (a, high * size)])
        return out
    for i in range(first, last + 1):
        for j in range(low, high + 1):
            x, y = i * size, j * size
            if which.kind == "contested":
                for dx in (0.0, 6.0):
                    put([(x + dx, y + dx), (x + dx + 6, y + dx), (x + dx + 6, y + dx + 6), (x + dx, y + dx + 6)])
            elif which.kind == "gained":
                put([(x + 3.9, y + 2), (x + 5.1, y + 2), (x + 5.1, y + 7), (x + 3.9, y + 7)])
                put([(x + 2, y + 3.9), (x + 7, y + 3.9), (x + 7, y + 5.1), (x + 2, y + 5.1)])
            else:
                turns = [2 * math.pi * k / 12 for k in range(12)]
                put([(x + 4 + 1.9 * math.cos(t), y + 4 + 1.9 * math.sin(t)) for t in turns])
    return out


def turned(text: str) -> str:
    """Words without letters as they stand in a line from right to left: figures keep their order, parts change it.

    Examples
    --------
    >>> turned("19 %")
    '% 19'
    """
    return "".join(reversed(re.split(r"(\s)", text)))


class _Painter:
    """Puts the marks of one sheet on a figure."""

    def __init__(self, sheet: Sheet, top: float, whole: float) -> None:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from matplotlib.transforms import Affine2D

        self.figure = Figure(figsize=(sheet.width / 96, whole / 96), dpi=96, facecolor=sheet.paper)
        FigureCanvasAgg(self.figure)
        self.affine = Affine2D
        self.transform = (
            Affine2D().translate(0, top).scale(1 / sheet.width, -1 / whole).translate(0, 1) + self.figure.transFigure
        )
        self.order = 0
        self.height = whole

    def add(self, artist: Any) -> Any:
        self.order += 1
        artist.set_zorder(self.order)
        artist.set_clip_on(False)
        self.figure.add_artist(artist, clip=False)
        return artist

    def shape(self, mark: Shape) -> None:
        from matplotlib.patches import PathPatch

        outline = _rings(mark)
        style: dict[str, Any] = {"transform": self.transform, "alpha": mark.opacity if mark.opacity < 1 else None}
        if mark.pattern is not None:
            self.pattern(mark, outline)
        if mark.fill or mark.stroke:
            dash = (0, tuple(d * _POINT for d in mark.dash)) if mark.dash else "solid"
            self.add(
                PathPatch(
                    outline, facecolor=mark.fill or "none", edgecolor=mark.stroke or "none",
                    linewidth=mark.width * _POINT if mark.stroke else 0, linestyle=dash, joinstyle="round",
                    capstyle="round" if mark.cap == "round" else "butt", **style,
                )
            )  # fmt: skip

    def pattern(self, mark: Shape, outline: Any) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        which = mark.pattern
        if which is None:
            return
        if which.kind not in SIGNS:
            self.add(PathPatch(outline, facecolor=which.paper, edgecolor="none", linewidth=0, transform=self.transform))
        points = np.vstack(mark.rings)
        box = (points[:, 0].min(), points[:, 1].min(), points[:, 0].max(), points[:, 1].max())
        pieces = strokes(which, box)
        bars = Path.make_compound_path(*(Path(np.vstack([p, p[:1]]), closed=True) for p in pieces))
        patch = PathPatch(
            bars,
            facecolor=which.paper if which.kind == "gained" else which.hue,
            edgecolor="none",
            linewidth=0,
            transform=self.transform,
        )
        self.add(patch)
        patch.set_clip_on(True)
        patch.set_clip_path(outline, self.transform)

    def dot(self, mark: Dot) -> None:
        from matplotlib.patches import Circle, Rectangle

        style: dict[str, Any] = {
            "facecolor": mark.fill, "edgecolor": mark.stroke or "none", "transform": self.transform,
            "linewidth": mark.width * _POINT if mark.stroke else 0,
        }  # fmt: skip
        if mark.square:
            side = 2 * mark.radius
            self.add(Rectangle((mark.x - mark.radius, mark.y - mark.radius), side, side, **style))
        else:
            self.add(Circle((mark.x, mark.y), mark.radius, **style))

    def words(self, mark: Words) -> None:
        if mark.spacing and not is_arabic(mark.text):
            # matplotlib spaces no letters: each stands for itself.
            whole = sum(width(c, mark.size, mark.bold) for c in mark.text)
            whole += mark.spacing * mark.size * (len(mark.text) - 1)
            x = mark.x - {"left": 0.0, "middle": whole / 2, "right": whole}[mark.anchor]
            for char in mark.text:
                self.line(mark, char, x, "left")
                x += width(char, mark.size, mark.bold) + mark.spacing * mark.size
        else:
            # The painter finds the direction by the letters; a share has none, so its parts are turned here.
            plain = mark.rtl and not is_arabic(mark.text)
            self.line(mark, turned(mark.text) if plain else mark.text, mark.x, mark.anchor)

    def line(self, mark: Words, text: str, x: float, anchor: str) -> None:
        from matplotlib.patheffects import withStroke
        from matplotlib.text import Text

        side = {"left": "left", "middle": "center", "right": "right"}[anchor]
        font = _font(mark.bold, mark.italic, is_arabic(mark.text)).copy()
        font.set_size(mark.size * _POINT)
        drawn = Text(
            x, mark.y, printable(text), color=mark.colour, fontproperties=font, ha=side, va="baseline",
            transform=self.transform, parse_math=False,
        )  # fmt: skip
        if mark.halo:
            drawn.set_path_effects([withStroke(linewidth=mark.halo_width * _POINT, foreground=mark.halo)])
        self.add(drawn)

    def paint(self, sheet: Sheet) -> None:
        for mark in sheet.marks:
            if isinstance(mark, Shape):
                self.shape(mark)
            elif isinstance(mark, Dot):
                self.dot(mark)
            elif mark.text.strip():
                self.words(mark)


def figure(sheet: Sheet) -> Any:
    """A matplotlib figure of one sheet, tied to no window and known to no pyplot."""
    painter = _Painter(sheet, 0.0, sheet.height)
    painter.paint(sheet)
    return painter.figure


def png(sheets: Sequence[Sheet], density: float = 2.0) -> bytes:
    """Paint sheets as one PNG, one below the other.

    Parameters
    ----------
    sheets : sequence of Sheet
        Of one width.
    density : float
        Pixels of the picture for a CSS px.
    """
    from PIL import Image

    parts = []
    with settings():
        for sheet in sheets:
            drawn = figure(sheet)
            size = (round(sheet.width * density), round(sheet.height * density))
            drawn.set_dpi(96 * density)
            # A little more than the size, since matplotlib cuts fractions off.
            drawn.set_size_inches((size[0] + 0.01) / drawn.dpi, (size[1] + 0.01) / drawn.dpi)
            drawn.canvas.draw()
            parts.append(Image.fromarray(np.asarray(drawn.canvas.buffer_rgba())).convert("RGB"))
        whole = Image.new("RGB", (parts[0].width, sum(p.height for p in parts)))
        top = 0
        for part in parts:
            whole.paste(part, (0, top))
            top += part.height
        stream = io.BytesIO()
        whole.save(stream, "PNG", dpi=(96 * density, 96 * density))
    return stream.getvalue()


def pdf(sheets: Sequence[Sheet]) -> bytes:
    """Paint sheets as one PDF, a page each; no date and no machine in it."""
    from matplotlib.backends.backend_pdf import PdfPages

    stream = io.BytesIO()
    about = {"CreationDate": None, "ModDate": None, "Producer": None, "Creator": "geo-ghouta", "Title": sheets[0].title}
    with settings(), PdfPages(stream, metadata=about) as pages:
        for sheet in sheets:
            pages.savefig(figure(sheet), facecolor=sheet.paper)
    return stream.getvalue()
