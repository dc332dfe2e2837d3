import eslint from '@eslint/js';
import astro from 'eslint-plugin-astro';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import typescript from 'typescript-eslint';

const TYPED = ['**/*.ts', '**/*.tsx'];

export default defineConfig(
  { ignores: ['dist/', 'data/', 'data-dev/', '.astro/', 'test-results/', 'bench-results/', 'public/'] },
  eslint.configs.recommended,
  {
    files: TYPED,
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowNullish: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-duplicate-imports': 'error',
      // `return refuse(…)` ends a handler in one line.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false }],
      // Event listeners and callbacks that nobody waits for.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/require-await': 'off',
      // `jsonOf<Shape>(…)` says what is expected.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['src/**/*.{ts,tsx,astro}'],
    plugins: { '@typescript-eslint': typescript.plugin },
    rules: {
      // Where no type, guard or schema can say it, an exception says why.
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      'no-restricted-syntax': [
        'error',
        {
          selector: 'CallExpression[callee.property.name="push"] > SpreadElement',
          message: 'Use append (src/lib/append.ts), or push each: as arguments of one call many items exceed the stack.',
        },
        { selector: 'ObjectExpression > SpreadElement > ObjectExpression', message: 'Write the properties themselves.' },
        { selector: 'ArrayExpression > SpreadElement > ArrayExpression', message: 'Write the elements themselves.' },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx,astro}'],
    // Its texts are our own.
    ignores: ['src/features/demo/**'],
    plugins: { regexp },
    rules: {
      // A long text that somebody sends must not stop the site.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': 'error',
    },
  },
  // A test that fails there says enough.
  { files: ['tests/**/*.ts'], rules: { '@typescript-eslint/no-non-null-assertion': 'off' } },
  astro.configs['flat/recommended'],
  // It brings the plugin for all files.
  astro.configs['flat/jsx-a11y-strict'],
  { files: ['**/*.tsx'], rules: jsxA11y.flatConfigs.strict.rules },
  {
    files: ['**/*.astro', '**/*.astro/*.ts', '**/*.astro/*.js'],
    extends: [typescript.configs.disableTypeChecked],
    rules: {
      // `astro check` knows types and templates.
      'no-unused-vars': 'off',
      'no-undef': 'off',
      // What scrolls has to be reached by keyboard.
      'astro/jsx-a11y/no-noninteractive-tabindex': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    languageOptions: {
      globals: {
        ...{ CSSStyleSheet: 'readonly', document: 'readonly', Event: 'readonly', localStorage: 'readonly', navigator: 'readonly' },
        ...{ addEventListener: 'readonly', process: 'readonly', window: 'readonly' },
      },
    },
  },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': ['error', { ignoreReadBeforeAssign: true }],
      'object-shorthand': 'error',
      'no-console': 'off',
      // A fixture that needs no other.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
      // Input is searched for them.
      'no-control-regex': 'off',
    },
  },
);
