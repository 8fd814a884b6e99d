import tseslint from "typescript-eslint";
import boundaries from "eslint-plugin-boundaries";
import compat from "eslint-plugin-compat";
import reactHooks from "eslint-plugin-react-hooks";
import jsxA11y from "eslint-plugin-jsx-a11y";

/** Each layer may import itself and the layers before it; features do not import each other. */
const LAYERS = ["lib", "api", "ui", "feature", "app"];

const NO_SUBMIT = {
  selector: "MemberExpression[property.name='submit']",
  message: "Queue changes in a function of the feature's mutations.",
};
const NO_KINDS = {
  selector: ":matches(Property[key.name='kind'], BinaryExpression[left.property.name='kind']) > Literal[value=/[.]/]",
  message: "Components do not know the kinds of changes.",
};

/** Foods are compared by `sameFoodKey` only: "Banana" and "bananas" are one food. */
const SAME_FOOD = [
  {
    selector:
      "BinaryExpression[operator=/^[!=]==$/][left.computed=false][left.property.name='name'][right.property.name='name']",
    message: "Compare foods by sameFoodKey.",
  },
  {
    selector:
      "CallExpression[callee.property.name=/^to(Locale)?LowerCase$/] :not(MemberExpression[object.name='file']) > Identifier[name='name']",
    message: "Compare foods by sameFoodKey.",
  },
  {
    selector: "BinaryExpression[operator=/^[!=]==$/] > CallExpression[callee.name='folded']",
    message: "Compare foods by sameFoodKey; folded text is for searching.",
  },
  {
    selector: "CallExpression[callee.property.name=/^(has|get|set|add)$/] > CallExpression[callee.name='folded']",
    message: "The key of a food is its sameFoodKey.",
  },
];

export default tseslint.config(
  {
    ignores: [
      "dist",
      "dev-dist",
      "test-results",
      "playwright-report",
      "src/api/generated.ts",
      "src/locales/strings.d.ts",
      "public",
    ],
  },
  ...tseslint.configs.strict,
  {
    files: ["src/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.recommended.rules,
      "@typescript-eslint/no-explicit-any": "error",
    },
  },
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-dynamic-delete": "off",
      "no-console": ["error", { allow: ["error", "warn"] }],
    },
  },
  {
    // Functions and classes of the platform that the oldest browsers of `browserslist` (package.json) lack.
    ...compat.configs["flat/recommended"],
    files: ["src/**/*.{ts,tsx}", "service-worker/**/*.ts"],
    ignores: ["**/*.test.{ts,tsx}"],
    settings: {
      lintAllEsApis: true,
      // Extras, called only where the browser has them.
      polyfills: ["navigator.vibrate", "navigator.setAppBadge", "navigator.clearAppBadge", "navigator.wakeLock"],
    },
  },
  {
    // Static methods and methods of values, which that plugin does not know.
    files: ["src/**/*.{ts,tsx}", "service-worker/**/*.ts"],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-properties": [
        "error",
        ...[
          ["AbortSignal", "any"],
          ["Array", "fromAsync"],
          ["Map", "groupBy"],
          ["Object", "groupBy"],
          ["Promise", "try"],
          ["Promise", "withResolvers"],
          ["URL", "canParse"],
          ["URL", "parse"],
          ["Intl", "Segmenter"],
          ["Intl", "DurationFormat"],
        ].map(([object, property]) => ({ object, property, message: "The oldest supported browsers lack it." })),
        ...["checkVisibility", "moveBefore"].map((property) => ({
          property,
          message: "The oldest supported browsers lack it.",
        })),
      ],
    },
  },
  {
    files: ["e2e/**/*.ts"],
    rules: {
      "no-restricted-properties": ["error", { property: "waitForTimeout", message: "Wait for what the test needs." }],
    },
  },
  {
    files: ["scripts/**/*.mjs", "engines/*.mjs"],
    languageOptions: {
      globals: {
        process: "readonly",
        console: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        fetch: "readonly",
        setTimeout: "readonly",
        AbortSignal: "readonly",
        crypto: "readonly",
      },
    },
  },
  {
    // A change is queued by a named function of its feature, such as `archiveItem`.
    files: ["src/{app,features,ui}/**/*.ts"],
    ignores: ["**/mutations.ts", "**/mutations/*.ts", "**/*.test.ts"],
    rules: { "no-restricted-syntax": ["error", NO_SUBMIT, ...SAME_FOOD] },
  },
  {
    files: ["src/**/*.tsx"],
    ignores: ["**/*.test.tsx"],
    rules: { "no-restricted-syntax": ["error", NO_SUBMIT, NO_KINDS, ...SAME_FOOD] },
  },
  {
    // Checks static, dynamic and type imports.
    files: ["src/**/*.{ts,tsx}"],
    plugins: { boundaries },
    settings: {
      "import/resolver": { node: { extensions: [".ts", ".tsx", ".js", ".json"] } },
      "boundaries/elements": LAYERS.map((type) => ({
        type,
        pattern: type === "feature" ? "src/features/*" : `src/${type}`,
        partialMatch: false,
      })),
      "boundaries/dependency-nodes": ["import", "dynamic-import", "export"],
      "boundaries/additional-dependency-nodes": [
        { selector: "TSImportType > Literal", kind: "type", name: "import-type" },
      ],
    },
    rules: {
      "boundaries/dependencies": [
        "error",
        {
          default: "disallow",
          message:
            "Layers are lib <- api <- ui <- features <- app, and features do not import each other; app passes them pieces.",
          policies: LAYERS.map((type, n) => ({
            from: { element: { type } },
            allow: { to: { element: { types: { anyOf: LAYERS.slice(0, n) } } } },
          })),
        },
      ],
    },
  },
);
