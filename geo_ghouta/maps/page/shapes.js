// From longitude and latitude to paths in screen pixels of the current zoom. Paths stay valid while only panning.
GG.createProjector = (map) => {
  const projector = { key: "", scale: 1, x: 0, y: 0 };

  // Whether zoom or origin changed since the last call: then every path must be made anew.
  projector.refresh = () => {
    const origin = map.getPixelOrigin();
    const zoom = map.getZoom();
    const key = `${zoom}/${origin.x}/${origin.y}`;
    if (key === projector.key) return false;
    Object.assign(projector, { key, zoom, scale: 256 * 2 ** zoom, x: origin.x, y: origin.y });
    return true;
  };

  projector.point = (lon, lat) => {
    const sine = Math.sin((GG.clamp(lat, -85.0511, 85.0511) * Math.PI) / 180);
    return [
      ((lon + 180) / 360) * projector.scale - projector.x,
      (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * projector.scale - projector.y,
    ];
  };

  projector.points = (coordinates) => {
    const out = [];
    for (let i = 0; i < coordinates.length; i += 2) out.push(projector.point(coordinates[i], coordinates[i + 1]));
    return out;
  };

  // Metres a pixel in the middle of the map.
  projector.metres = (lat) => (40075016.686 * Math.cos((lat * Math.PI) / 180)) / projector.scale;

  return projector;
};

GG.path = {
  of(points, closed) {
    let d = "";
    for (let i = 0; i < points.length; i += 1) {
      d += `${i ? "L" : "M"}${Math.round(points[i][0] * 10) / 10} ${Math.round(points[i][1] * 10) / 10}`;
    }
    return closed && d ? `${d}Z` : d;
  },

  geometry(shapes, geometry, projector) {
    const closed = geometry && geometry.type && geometry.type.endsWith("Polygon");
    return shapes
      .lines(geometry)
      .map((ring) => GG.path.of(projector.points(shapes.coordinates(ring)), closed))
      .join("");
  },
};

GG.line = {
  length(points) {
    let total = 0;
    for (let i = 1; i < points.length; i += 1) total += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
    return total;
  },

  // The stretch of a line between two lengths from its start.
  slice(points, from, to) {
    const out = [];
    let done = 0;
    for (let i = 1; i < points.length; i += 1) {
      const [a, b] = [points[i - 1], points[i]];
      const step = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const begun = done;
      const at = (length) => {
        const share = step ? (length - begun) / step : 0;
        return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
      };
      if (done + step >= from && done <= to) {
        if (!out.length) out.push(done < from ? at(from) : a);
        out.push(done + step > to ? at(to) : b);
      }
      done += step;
    }
    return out;
  },

  // Length from the start at which a line first leaves a box, or enters the part of it that is taken, after being
  // inside; null if it never does.
  exit(points, box, but = null) {
    let done = 0;
    let was = false;
    for (let i = 1; i < points.length; i += 1) {
      const [a, b] = [points[i - 1], points[i]];
      const step = Math.hypot(b[0] - a[0], b[1] - a[1]);
      const many = Math.min(400, Math.max(1, Math.ceil(step / 4)));
      for (let k = 0; k <= many; k += 1) {
        const [x, y] = [a[0] + ((b[0] - a[0]) * k) / many, a[1] + ((b[1] - a[1]) * k) / many];
        const within = (r) => x >= r.left && x <= r.right && y >= r.top && y <= r.bottom;
        const inside = within(box) && !(but && within(but));
        if (was && !inside) return done + (step * Math.max(0, k - 1)) / many;
        was = inside;
      }
      done += step;
    }
    return null;
  },

  // A line moved sideways; corners keep the distance up to a limit, so that neighbours stay parallel.
  offset(points, by) {
    const normal = (a, b) => {
      const size = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      return [-(b[1] - a[1]) / size, (b[0] - a[0]) / size];
    };
    return points.map((p, i) => {
      const n1 = i ? normal(points[i - 1], p) : normal(p, points[i + 1]);
      const n2 = i + 1 < points.length ? normal(p, points[i + 1]) : n1;
      const [x, y] = [n1[0] + n2[0], n1[1] + n2[1]];
      const scale = by / Math.max(0.7, (x * x + y * y) / 2);
      return [p[0] + x * scale, p[1] + y * scale];
    });
  },
};
