// Rules for the scripts of the page. They are joined to one strict function (maps/document.py), so names of GG and
// Leaflet's L are known to all; text reaches the page through textContent only, which the restrictions below hold.
import js from "@eslint/js";

const known = (names) => Object.fromEntries(names.split(" ").map((name) => [name, "readonly"]));

const BROWSER = known(
  "window document navigator console URL Blob Response DecompressionStream Node Element MutationObserver ResizeObserver " +
    "requestIdleCallback requestAnimationFrame cancelAnimationFrame setTimeout clearTimeout atob getComputedStyle " +
    "CSS Intl TextDecoder Event KeyboardEvent HTMLElement performance",
);

const MARKUP = ["innerHTML", "outerHTML", "insertAdjacentHTML", "srcdoc", "createContextualFragment"];
const FORBIDDEN = [...MARKUP.map((property) => ({ property })), { object: "document", property: "write" }, { object: "document", property: "writeln" }];

export default [
  js.configs.recommended,
  {
    files: ["**/*.js"],
    languageOptions: {
      ecmaVersion: 2022,
      sourceType: "script",
      parserOptions: { ecmaFeatures: { impliedStrict: true } },
      globals: { ...BROWSER, GG: "readonly", L: "readonly" },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "array-callback-return": "error",
      complexity: ["error", 40],
      "consistent-return": "error",
      "default-case-last": "error",
      eqeqeq: "error",
      "max-depth": ["error", 5],
      "max-nested-callbacks": ["error", 5],
      "no-alert": "error",
      "no-console": "error",
      "no-constructor-return": "error",
      "no-eval": "error",
      "no-extend-native": "error",
      "no-implicit-globals": ["error", { lexicalBindings: false }],
      "no-implied-eval": "error",
      "no-lone-blocks": "error",
      "no-misleading-character-class": ["error", { allowEscape: true }],
      "no-loop-func": "error",
      "no-new-func": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-redeclare": ["error", { builtinGlobals: false }],
      "no-restricted-globals": ["error", "event", "name", "length", "top", "parent", "status", "fetch", "XMLHttpRequest", "WebSocket", "localStorage", "sessionStorage"],
      "no-restricted-properties": ["error", ...FORBIDDEN.map((rule) => ({ ...rule, message: "Text reaches the page through textContent only." }))],
      "no-return-assign": ["error", "except-parens"],
      "no-self-compare": "error",
      "no-sequences": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unmodified-loop-condition": "error",
      "no-unreachable-loop": "error",
      "no-unused-expressions": ["error", { allowShortCircuit: true }],
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-useless-call": "error",
      "no-useless-concat": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "one-var": ["error", "never"],
      "prefer-const": "error",
      "prefer-object-spread": "error",
      "prefer-rest-params": "error",
      "prefer-spread": "error",
      "prefer-template": "error",
      "require-await": "error",
      "symbol-description": "error",
    },
  },
  // The one file that makes the name which all others use.
  { files: ["**/core.js"], rules: { "no-redeclare": "off" } },
];
