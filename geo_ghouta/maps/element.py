"""The case as an element of anyone's folium map: our areas, convoys, key and time bar beside their own layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from geo_ghouta.files import sha256_of
from geo_ghouta.maps import document, payload

if TYPE_CHECKING:
    from geo_ghouta.maps.model import MapInput

_TEMPLATE = """
{% macro header(this, kwargs) %}
<style>{{ this.style }}</style>
{% endmacro %}
{% macro html(this, kwargs) %}
<script type="application/json" id="{{ this.get_name() }}_data">{{ this.block }}</script>
{% endmacro %}
{% macro script(this, kwargs) %}
{{ this.code }}
window.geoGhoutaAttach({{ this._parent.get_name() }}, "{{ this.get_name() }}_data");
{% endmacro %}
"""


def control_map(given: MapInput, *, fit: bool = True, ground: bool = False) -> Any:
    """Make a folium element that draws the case on a map of one's own.

    Nothing of the case passes through folium's popups, tooltips or layer names, which run script from text:
    data stand in one JSON block and reach the page as text.

    Parameters
    ----------
    given : MapInput
    fit : bool
        Whether the map moves to the case's areas.
    ground : bool
        Whether the case's own ground is drawn too; a folium map mostly brings tiles.

    Returns
    -------
    branca.element.MacroElement
        Added with ``.add_to(folium_map)``; its name is the same for the same case.

    Examples
    --------
    >>> import folium
    >>> import geo_ghouta
    >>> # control_map(map_input).add_to(folium.Map(tiles=None))
    """
    from branca.element import MacroElement
    from jinja2 import Template

    data = payload.build(given)
    data["options"]["fit"] = fit
    if not ground:
        data["ground"] = {"topology": {**data["ground"]["topology"], "objects": {}, "arcs": []}, "features": {}}
    block = document.packed(data)
    element: Any = MacroElement()  # type: ignore[no-untyped-call]
    # folium names elements at random; a name from the content keeps two runs identical.
    element._name, element._id = "geo_ghouta", sha256_of(block.encode("utf-8"))[:16]  # noqa: SLF001
    element._template = Template(_TEMPLATE)  # noqa: SLF001
    element.block, element.code, element.style = block, document.script_text(), document.style_text()
    return element
