"""Rings from what stands in a file: numbers, positions and longitudes, each fault with its value."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from geo_ghouta.control import shapes

if TYPE_CHECKING:
    import collections

    from numpy.typing import NDArray


FARTHEST = 1e9
"""Metres or feet: no projected place on Earth has larger numbers."""


SWAP_HINT = (
    "GeoJSON has [longitude, latitude]: if the source has the latitude first, exchange the two numbers of every "
    "position there, and read it again"
)
"""What to do where longitude and latitude seem to be exchanged."""


def swapped_words(where: str, reading: str) -> str:
    """Say of an area that only the other reading of its numbers brings where it belongs, and which one was taken.

    Examples
    --------
    >>> swapped_words("the case's extent", "not used")
    "read as [longitude, latitude] its middle is outside the case's extent, with the two exchanged inside; not used"
    """
    return f"read as [longitude, latitude] its middle is outside {where}, with the two exchanged inside; {reading}"


class BadError(Exception):
    """A feature that cannot be used: check, problem, found, expected, hint."""


def ring_of(positions: list[Any], counts: collections.Counter[str]) -> NDArray[np.float64]:
    """Read one ring as an (n, 2) array, closed or not; heights and numbers written as text are counted.

    Raises
    ------
    BadError
        If a position is no two finite numbers.

    Examples
    --------
    >>> import collections
    >>> ring_of([[36, 33.5, 0], [36.1, 33.5, 0]], collections.Counter()).tolist()
    [[36.0, 33.5], [36.1, 33.5]]
    """
    if not positions:
        raise BadError("short_ring", "an empty ring", "[]", "4 positions or more", "remove it or draw it again")
    try:
        ring = np.array(positions)
    except ValueError:
        ring = np.empty(0, dtype=object)
    if ring.dtype.kind not in "fiu" or ring.ndim != 2 or ring.shape[1] < 2:
        ring = _mended(positions, counts)
    if ring.shape[1] > 2:
        counts["z"] += 1
    ring = ring[:, :2].astype(np.float64)
    if not np.isfinite(ring).all():
        raise BadError("position", "a coordinate that is no finite number", "infinite", "degrees", "mend the position")
    return ring


def has_corners(ring: NDArray[np.float64]) -> bool:
    """Whether a closed ring has three different corners.

    Examples
    --------
    >>> has_corners(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 0.0], [0.0, 0.0]]))
    False
    """
    # Nearly every ring shows three different corners at once: all of it is compared only where it does not.
    return len(ring) >= 4 and any(len(np.unique(some, axis=0)) >= 3 for some in (ring[:8], ring))


def _mended(positions: list[Any], counts: collections.Counter[str]) -> NDArray[np.float64]:
    rows, heights = [], False
    for position in positions:
        pair = position[:2] if isinstance(position, list) else None
        if (
            pair is None
            or len(pair) < 2
            or not all(isinstance(n, int | float | str) and not isinstance(n, bool) for n in pair)
        ):
            raise BadError(
                "position", "a position that is not two numbers", str(position), "[longitude, latitude]",
                "mend the position",
            )  # fmt: skip
        try:
            rows.append([float(n) for n in pair])
        except (ValueError, OverflowError):
            raise BadError(
                "position", "a coordinate that is no number", str(pair), "[longitude, latitude]", "mend the position"
            ) from None
        counts["strings"] += any(isinstance(n, str) for n in pair)
        heights = heights or len(position) > 2
    counts["z"] += heights
    return np.array(rows)


def in_range(polygon: list[NDArray[np.float64]], counts: collections.Counter[str]) -> list[NDArray[np.float64]]:
    """Refuse what cannot be degrees, and let rings run on across 180 degrees.

    Raises
    ------
    BadError
        If the numbers are no longitude and latitude, or a ring encloses a pole.

    Examples
    --------
    >>> import collections
    >>> ring = np.array([[179.0, 0.0], [-179.0, 0.0], [-179.0, 1.0], [179.0, 0.0]])
    >>> in_range([ring], collections.Counter())[0][:, 0].tolist()
    [179.0, 181.0, 181.0, 179.0]
    """
    xy = np.concatenate(polygon)
    lon, lat = np.abs(xy[:, 0]).max(), np.abs(xy[:, 1]).max()
    shown_pair = f"[{xy[0, 0]:.10g}, {xy[0, 1]:.10g}]"
    if lon > 360 or lat > 360:
        raise BadError(
            "crs_missing", "the numbers cannot be degrees and no CRS is stated", shown_pair, "longitude and latitude",
            "export the layer again as EPSG:4326, or have it turned: geo-ghouta control import FILE --crs EPSG:3857 "
            "(or whichever system its numbers are in)",
        )  # fmt: skip
    if lat > 90:
        worst = xy[np.abs(xy[:, 1]).argmax()]
        raise BadError(
            "swapped_axes", f"latitude beyond 90: {worst[1]:.10g} is the second number of a position",
            f"[{worst[0]:.10g}, {worst[1]:.10g}]", "[longitude, latitude]", f"are the axes swapped? {SWAP_HINT}",
        )  # fmt: skip
    if lon <= 180 and not any((np.abs(np.diff(ring[:, 0])) > 180).any() for ring in polygon):
        return polygon
    if lon <= 180 and _goes_round(polygon[0]):
        return polygon
    counts["beyond"] += bool(lon > 180)
    rings = [shapes.unwrapped(ring) for ring in polygon]
    middle = rings[0][:, 0].mean()
    rings = [ring - [360.0 * round((ring[:, 0].mean() - middle) / 360), 0.0] for ring in rings]
    if any(not math.isclose(ring[0, 0], ring[-1, 0], abs_tol=1e-9) for ring in rings):
        raise BadError(
            "pole", "a ring round the pole", shown_pair, "a ring that does not enclose a pole", "cut it at 180 degrees"
        )
    return rings


def on_earth(polygon: list[NDArray[np.float64]], crs: str) -> list[NDArray[np.float64]]:
    """Refuse projected numbers beyond any place on Earth, whatever the unit: no reprojection can say so of each.

    Raises
    ------
    BadError
        If one is.

    Examples
    --------
    >>> len(on_earth([np.array([[250000.0, 3710000.0], [252000.0, 3710000.0]])], "EPSG:32637"))
    1
    """
    xy = np.concatenate(polygon)
    if np.abs(xy).max() > FARTHEST:
        worst = xy[np.abs(xy).max(axis=1).argmax()]
        found = f"[{worst[0]:.10g}, {worst[1]:.10g}]"
        raise BadError(
            "reprojected", "numbers that the stated CRS has no place for", found, crs, "is it the right CRS?"
        )
    return polygon


def _goes_round(ring: NDArray[np.float64]) -> bool:
    # A belt from -180 to 180 with edges on both: its long edges are the long way round, not the short one.
    steps = np.abs(np.diff(ring[:, 0]))
    long = steps[steps > 180]
    return len(long) % 2 == 0 and bool((long == 360).all())
