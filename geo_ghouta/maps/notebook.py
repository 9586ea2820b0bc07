"""The map in a notebook: the page in a sandboxed frame, with figures that need no script beside it.

A notebook that is not trusted, a viewer without scripts and nbconvert strip the frame and keep the table.
"""

from __future__ import annotations

import base64
import dataclasses
import html
from typing import TYPE_CHECKING, Any

from geo_ghouta.maps import document, payload

if TYPE_CHECKING:
    from geo_ghouta.maps.model import MapInput


@dataclasses.dataclass(frozen=True)
class Drawing:
    """A map that a notebook shows; also text for a terminal.

    Parameters
    ----------
    given : MapInput
    height : int
        Height of the frame in pixels.
    """

    given: MapInput
    height: int = 640

    def _repr_html_(self) -> str:
        data = payload.build(self.given)
        page = document.assemble(data, self.given)
        words = data["languages"][self.given.language]
        title = html.escape(document.title_of(self.given))
        still = base64.b64encode(self._repr_svg_().encode("utf-8")).decode("ascii")
        height = int(self.height)
        # The frame lies over a still of the same day: where no script is trusted, the frame goes and the still stays.
        return (
            f'<div style="position:relative;min-height:{height}px">'
            f'<img src="data:image/svg+xml;base64,{still}" alt="{title}" style="max-width:100%;max-height:{height}px">'
            f'<iframe sandbox="allow-scripts allow-popups" title="{title}" width="100%" height="{height}" '
            f'frameborder="0" style="position:absolute;left:0;top:0;width:100%;height:{height}px;border:0" '
            f'srcdoc="{html.escape(page)}"></iframe></div>'
            f"<details><summary>{html.escape(words['without_script'])}</summary>"
            f"{document.fallback(data, words, document.title_of(self.given))}</details>"
        )

    def add_to(self, folium_map: Any, *, fit: bool = True, ground: bool = False) -> Any:
        """Draw the case on a folium map of one's own, beside its other layers.

        Parameters
        ----------
        folium_map : folium.Map
        fit : bool
            Whether the map moves to the case's areas.
        ground : bool
            Whether the case's own ground is drawn too; a folium map mostly brings tiles.

        Returns
        -------
        branca.element.MacroElement
            As folium's own ``add_to`` does: what was added.

        Examples
        --------
        >>> # gg.draw_map(result).add_to(folium.Map(tiles=None))
        """
        from geo_ghouta.maps.element import control_map

        return control_map(self.given, fit=fit, ground=ground).add_to(folium_map)

    def _repr_svg_(self) -> str:
        from geo_ghouta.maps.stills import svg_fallback

        return svg_fallback(self.given, language=self.given.language)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:  # noqa: ARG002
        from geo_ghouta.maps.stills import png_fallback

        out = {"text/html": self._repr_html_(), "image/svg+xml": self._repr_svg_(), "text/plain": str(self)}
        # Code hosts and restricted windows show neither HTML nor SVG, but a PNG; it needs the extra for pictures.
        still = png_fallback(self.given, language=self.given.language)
        if still is not None:
            out["image/png"] = base64.b64encode(still).decode("ascii")
        return out

    def __str__(self) -> str:
        data = payload.build(self.given)
        words = data["languages"][self.given.language]
        lines = [document.title_of(self.given), *(f"{day}  {told}" for day, told in document.held_lines(data, words))]
        return "\n".join(lines)


def draw_map(given: MapInput, height: int = 640) -> Drawing:
    """Draw the map for Jupyter.

    Parameters
    ----------
    given : MapInput
    height : int
        Height in pixels.

    Returns
    -------
    Drawing
        Shows itself in Jupyter, VS Code and nbconvert; ``print`` gives the held areas as text.
    """
    return Drawing(dataclasses.replace(given, date=payload.as_date(given.date)), height)


def embed_snippet(address: str, title: str, height: int = 600) -> str:
    """HTML that puts a page written with ``embed=True`` into another one.

    Parameters
    ----------
    address : str
        Where the page lies, relative or http(s).
    title : str
    height : int
        Pixels.

    Examples
    --------
    >>> print(embed_snippet("ghouta.html", 'A "map"', 480))
    <iframe src="ghouta.html" title="A &quot;map&quot;" width="100%" height="480" loading="lazy" sandbox="allow-scripts allow-popups" referrerpolicy="no-referrer" style="border:0"></iframe>
    """  # noqa: E501 - the snippet is one line
    return (
        f'<iframe src="{html.escape(address)}" title="{html.escape(title)}" width="100%" height="{int(height)}" '
        'loading="lazy" sandbox="allow-scripts allow-popups" referrerpolicy="no-referrer" style="border:0"></iframe>'
    )
