"""Measure on the ellipsoid: the only room with projections.

Areas are exact on WGS 84 for edges that are straight in longitude and latitude (as RFC 7946 has them), lengths
are geodesic (``pyproj.Geod``, Karney's algorithms). Buffers are made in the UTM zone of the geometry's centre,
distances to edges in a conformal plane about the layer's middle. Measured at Eastern Ghouta a UTM area is 0.06 %
off and a web Mercator area 44 % off, and a ratio of two areas hides that mistake: hence no area here is planar.
All geometries are EPSG:4326 with x = longitude.
"""

from geo_ghouta.measure.ellipsoid import (
    area_km2,
    areas_km2,
    bounds_of,
    distance_km,
    length_km,
    lengths_km,
    polygons_of,
)
from geo_ghouta.measure.planes import (
    WGS84,
    Plane,
    buffer_m,
    cut_line,
    gap_m,
    is_degrees,
    plane_of,
    reproject,
    to_degrees,
    to_metres,
    utm_crs,
)

__all__ = [
    "WGS84", "Plane", "area_km2", "areas_km2", "bounds_of", "buffer_m", "cut_line", "distance_km", "gap_m",
    "is_degrees", "length_km", "lengths_km", "plane_of", "polygons_of", "reproject", "to_degrees", "to_metres",
    "utm_crs",
]  # fmt: skip
