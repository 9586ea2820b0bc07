// What the reader sees now. Every change goes through `set`, which tells the listeners which keys changed.
GG.LAYERS = ["areas", "lost", "front", "precision", "convoys", "events", "places", "ground"];

GG.createStore = (first) => {
  const state = { ...first };
  const listeners = [];
  const same = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);
  return {
    state,
    on(keys, work) {
      listeners.push({ keys: new Set(keys), work });
    },
    set(patch, cause = "user") {
      const changed = Object.keys(patch).filter((key) => !same(state[key], patch[key]));
      if (!changed.length) return;
      for (const key of changed) state[key] = patch[key];
      for (const { keys, work } of listeners) {
        if (changed.some((key) => keys.has(key))) work(state, changed, cause);
      }
    },
  };
};

GG.firstState = (model, options) => ({
  day: options.date ?? GG.openingDay(model),
  from: null,
  vs: null,
  split: 0.5,
  tab: "claims",
  sel: null,
  layers: { areas: true, lost: true, front: true, precision: false, convoys: true, events: true, places: true, ground: true },
  lang: options.language,
  digits: false,
  theme: options.theme,
  playing: false,
  speed: 1,
  query: "",
  drawer: false,
  sheet: "peek",
  keyOpen: false,
  hover: null,
});

// The first picture of the last campaign: the day from which its shares count. A series without campaigns opens at
// its latest picture; a case without pictures at its first stop. Where no report speaks of that day and no picture of
// the campaign follows, so that there is nothing to walk through from it, the page opens on the last day that has both
// a picture and a claim: one drawn that day, else one that still answers for it.
GG.openingDay = (model) => {
  const last = model.pictures[model.pictures.length - 1];
  if (!last) return model.stops[0];
  const first = last.campaign ? last.base.day : last.day;
  const told = (day) => model.claims.some((c) => GG.isOfDays(c, day, day));
  const walked = last.campaign && model.pictures.filter((p) => p.base === last.base).length > 1;
  if (walked || told(first)) return first;
  const drawn = model.pictures.map((p) => p.day).filter((day) => day > first && told(day));
  const days = model.claims.map((c) => c.from).filter((day) => day > first && day <= model.last && GG.pictureAt(model, day) && told(day));
  return GG.highest(drawn.length ? drawn : [first, ...days]);
};
