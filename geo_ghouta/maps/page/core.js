// Small helpers that every other file uses. Text reaches the page through textContent only.
const GG = {};

GG.NS = "http://www.w3.org/2000/svg";

GG.fill = (node, attributes, children) => {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.replace(/^on/, ""), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
};

// An HTML element: attributes by name, listeners as functions, children as nodes or text.
GG.el = (tag, attributes, ...children) => GG.fill(document.createElement(tag), attributes, children);

// An SVG element, likewise.
GG.svg = (tag, attributes, ...children) => GG.fill(document.createElementNS(GG.NS, tag), attributes, children);

// Text of the case in its own direction; its language is marked for speech and fonts where its letters differ from
// those of the page.
GG.bdi = (text, cls) => GG.el("bdi", { class: cls, lang: GG.languageOf(text) }, text ?? "");

GG.languageOf = (text) => {
  if (GG.isArabic(text)) return "ar";
  return /[A-Za-z]/.test(text ?? "") && GG.words.rtl() ? "en" : null;
};

GG.isArabic = (text) => /[\u0600-\u06ff]/.test(text ?? "");

// A member of a plain object, never what every object inherits: names of the case may be "constructor".
GG.own = (object, name) => (object && typeof object === "object" && Object.hasOwn(object, name) ? object[name] : undefined);

GG.clear = (node) => {
  while (node.firstChild) node.removeChild(node.firstChild);
  return node;
};

GG.clamp = (value, low, high) => Math.min(high, Math.max(low, value));

GG.round1 = (value) => Math.round(value * 10) / 10;

GG.sum = (list) => list.reduce((total, value) => total + value, 0);

GG.group = (list, key) => {
  const out = new Map();
  for (const item of list) {
    const name = key(item);
    if (!out.has(name)) out.set(name, []);
    out.get(name).push(item);
  }
  return out;
};

GG.later = (work) => (window.requestIdleCallback ? requestIdleCallback(work, { timeout: 120 }) : setTimeout(work, 30));

GG.calm = () => window.matchMedia("(prefers-reduced-motion: reduce)").matches;

// An icon: one path in a 24 px box, always beside words or an aria-label.
GG.icon = (name, size = 20) =>
  GG.svg(
    "svg",
    { viewBox: "0 0 24 24", width: size, height: size, class: `gg-icon gg-icon-${name}`, "aria-hidden": "true" },
    ...GG.ICONS[name].map(([d, mode]) => GG.svg("path", { d, class: mode === "line" ? "gg-line" : "gg-solid" })),
  );

GG.ICONS = {
  previous: [["M6 5h2.4v14H6zM20 5v14L9 12z"]],
  next: [["M15.6 5H18v14h-2.4zM4 5v14l11-7z"]],
  play: [["M7 4.5v15L20 12z"]],
  pause: [["M6.5 5h4v14h-4zM13.5 5h4v14h-4z"]],
  down: [["M6 9l6 6 6-6", "line"]],
  caret: [["M6 9h12l-6 7z"]],
  close: [["M6 6l12 12M18 6L6 18", "line"]],
  search: [["M15.5 15.5L21 21M17 10.5a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0z", "line"]],
  theme: [["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17z", "line"], ["M12 3.5a8.5 8.5 0 0 1 0 17z"]],
  link: [["M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7L12 17.7", "line"]],
  compare: [["M3.5 4.5h17v15h-17zM12 4.5v15", "line"], ["M4 5h8v14H4z"]],
  key: [["M10 6.5h11M10 12h11M10 17.5h11", "line"], ["M3 4.5h4v4H3zM3 10h4v4H3zM3 15.5h4v4H3z"]],
  target: [["M12 5.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM12 2v5M12 17v5M2 12h5M17 12h5", "line"]],
  clock: [["M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7v5.5l3.5 2", "line"]],
  conflict: [["M12 2.5L21.5 12 12 21.5 2.5 12zM8 10h8M8 14h8M14.5 7l-5 10", "line"]],
  agree: [["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12.2l3 3 5-6", "line"]],
  neutral: [["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM7.5 12h9", "line"]],
  untestable: [["M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z", "line"], ["M10.8 15.6h2.4V18h-2.4zM9 9.3C9.2 7.4 10.5 6.4 12.1 6.4c1.8 0 3 1.1 3 2.6 0 2.4-2.3 2.4-2.3 4.9h-1.5c0-3.2 2.1-3 2.1-4.8 0-.8-.5-1.3-1.3-1.3-.9 0-1.4.6-1.5 1.5z"]],
  range: [["M4 12h16M4 7v10M20 7v10", "line"]],
};
