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
// its latest picture; a case without pictures at its first stop.
GG.openingDay = (model) => {
  const last = model.pictures[model.pictures.length - 1];
  if (!last) return model.stops[0];
  return last.campaign ? last.base.day : last.day;
};
