import { expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

test('every page says whether it is a file or made on demand: what says nothing is prerendered, without a database', () => {
  const silent = sources('src/pages/**/*.{ts,astro}').filter(({ text }) => !/^export const prerender = (?:true|false);$/m.test(text));
  expect(
    silent.map(({ path }) => path),
    'write `export const prerender = false;` below the imports',
  ).toEqual([]);
});

test('what is prerendered needs nothing of the site it is made for', () => {
  const files = sources('src/pages/**/*.{ts,astro}').filter(({ text }) => text.includes('export const prerender = true;'));
  expect(files.length).toBeGreaterThan(1);
  const needing = files.filter(({ text }) => /context|locals|\.server\.ts/.test(text)).map(({ path }) => path);
  expect(needing, 'write `export const prerender = false;` instead').toEqual([]);
});
