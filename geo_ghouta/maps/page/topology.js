// TopoJSON: arcs are decoded once to longitude and latitude; rings are put together when a picture is drawn.
GG.topology = (source) => {
  const [sx, sy] = source.transform.scale;
  const [tx, ty] = source.transform.translate;
  const arcs = source.arcs.map((arc) => {
    const out = new Float64Array(arc.length * 2);
    let x = 0;
    let y = 0;
    arc.forEach((step, i) => {
      x += step[0];
      y += step[1];
      out[2 * i] = x * sx + tx;
      out[2 * i + 1] = y * sy + ty;
    });
    return out;
  });

  // Rings of a polygon or lines of a line as lists of arc numbers, whatever the type.
  const lines = (geometry) => {
    if (!geometry || !geometry.type) return [];
    if (geometry.type === "LineString") return [geometry.arcs];
    return geometry.type === "MultiPolygon" ? geometry.arcs.flat(1) : geometry.arcs;
  };

  const parts = (geometry) => {
    if (!geometry || !geometry.type) return [];
    return geometry.type === "MultiPolygon" ? geometry.arcs : [geometry.arcs];
  };

  // Coordinates of one ring or line: [lon, lat, lon, lat, …].
  const coordinates = (numbers) => {
    const out = [];
    numbers.forEach((number, at) => {
      const arc = arcs[number < 0 ? ~number : number];
      const count = arc.length / 2;
      for (let i = at ? 1 : 0; i < count; i += 1) {
        const j = number < 0 ? count - 1 - i : i;
        out.push(arc[2 * j], arc[2 * j + 1]);
      }
    });
    return out;
  };

  const geometries = (name) => (source.objects[name] ? source.objects[name].geometries : []);

  // Whether a point lies in a geometry (even-odd rule, holes included).
  const contains = (geometry, lon, lat) => {
    let inside = false;
    for (const ring of lines(geometry)) {
      for (const number of ring) {
        const arc = arcs[number < 0 ? ~number : number];
        for (let i = 2; i < arc.length; i += 2) {
          const y1 = arc[i - 1];
          const y2 = arc[i + 1];
          if (y1 > lat !== y2 > lat && lon < ((arc[i] - arc[i - 2]) * (lat - y1)) / (y2 - y1) + arc[i - 2]) inside = !inside;
        }
      }
    }
    return inside;
  };

  const bounds = (list) => {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const geometry of list) {
      for (const ring of lines(geometry)) {
        for (const number of ring) {
          const arc = arcs[number < 0 ? ~number : number];
          for (let i = 0; i < arc.length; i += 2) {
            if (arc[i] < box[0]) box[0] = arc[i];
            if (arc[i] > box[2]) box[2] = arc[i];
            if (arc[i + 1] < box[1]) box[1] = arc[i + 1];
            if (arc[i + 1] > box[3]) box[3] = arc[i + 1];
          }
        }
      }
    }
    return box[0] <= box[2] ? box : null;
  };

  return { arcs, lines, parts, coordinates, geometries, contains, bounds };
};
