"""How colours are seen: simulated colour blindness and the difference of two colours.

Sources: G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation of Color
Vision Deficiency", IEEE TVCG 15(6), 2009 (matrices of severity 1.0, applied to linear RGB); G. Sharma, W. Wu,
E. N. Dalal, "The CIEDE2000 Color-Difference Formula", Color Research and Application 30(1), 2005; sRGB of IEC 61966-2-1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

MACHADO = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
WHITE = np.array([0.95047, 1.0, 1.08883])


def rgb(colour: str) -> Array:
    """``#rrggbb`` as three numbers from 0 to 255."""
    return np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)], dtype=float)


def linear(colours: Array) -> Array:
    share = np.asarray(colours, dtype=float) / 255
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def encoded(light: Array) -> Array:
    light = np.clip(light, 0, 1)
    return 255 * np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)


def luminance(colours: Array) -> Array:
    return linear(colours) @ np.array([0.2126, 0.7152, 0.0722])


def contrast(one: Array, other: Array) -> Array:
    """Ratio of WCAG 2.2 of two arrays of colours."""
    a, b = luminance(one), luminance(other)
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


def seen(colours: Array, kind: str) -> Array:
    """Colours as seen with a deficiency, or in grey."""
    if kind == "normal":
        return np.asarray(colours, dtype=float)
    if kind == "grey":
        return encoded(np.repeat(luminance(colours)[..., None], 3, axis=-1))
    return encoded(linear(colours) @ np.array(MACHADO[kind]).T)


def lab(colours: Array) -> Array:
    share = linear(colours) @ XYZ.T / WHITE
    f = np.where(share > 216 / 24389, np.cbrt(share), (share * 24389 / 27 + 16) / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def difference(one: Array, other: Array) -> float:
    """CIEDE2000 of two L*a*b* colours."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    g = 0.5 * (1 - np.sqrt(mean**7 / (mean**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = np.hypot(a1, b1), np.hypot(a2, b2)
    h1, h2 = np.degrees(np.arctan2(b1, a1)) % 360, np.degrees(np.arctan2(b2, a2)) % 360
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    dh = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2))
    middle_l, middle_c = (l1 + l2) / 2, (c1 + c2) / 2
    if c1 * c2 == 0:
        middle_h = h1 + h2
    else:
        middle_h = (h1 + h2) / 2 if abs(h1 - h2) <= 180 else (h1 + h2 + (360 if h1 + h2 < 360 else -360)) / 2
    t = (
        1
        - 0.17 * np.cos(np.radians(middle_h - 30))
        + 0.24 * np.cos(np.radians(2 * middle_h))
        + 0.32 * np.cos(np.radians(3 * middle_h + 6))
        - 0.20 * np.cos(np.radians(4 * middle_h - 63))
    )
    sl = 1 + 0.015 * (middle_l - 50) ** 2 / np.sqrt(20 + (middle_l - 50) ** 2)
    sc, sh = 1 + 0.045 * middle_c, 1 + 0.015 * middle_c * t
    rc = 2 * np.sqrt(middle_c**7 / (middle_c**7 + 25.0**7))
    rt = -np.sin(np.radians(60 * np.exp(-(((middle_h - 275) / 25) ** 2)))) * rc
    dl, dc = (l2 - l1) / sl, (c2 - c1) / sc
    return float(np.sqrt(dl**2 + dc**2 + (dh / sh) ** 2 + rt * dc * dh / sh))
