import { expect, test } from 'vitest';
import { taggedIslands } from '../../../src/ui/tagged-islands.ts';

const { transform, applyToEnvironment } = taggedIslands();

test('components of React are tagged with their renderer, so that Astro does not render them to find it', () => {
  const code =
    'export const NAME = 1;\nfunction Own() {}\nexport function Votes() {}\nexport async function Thread() {}\nexport function useVotes() {}';
  const tagged = transform(code, '/site/src/features/votes/VoteButtons.tsx')!.code;
  expect([...tagged.matchAll(/__astro_tag_component__\((\w+), '@astrojs\/react'\)/g)].map(([, name]) => name)).toEqual(['Votes', 'Thread']);
  expect(tagged).toContain(code);
});

test('nothing else is changed, and nothing of what browsers load', () => {
  expect(transform('export function Vote() {}', '/site/src/features/votes/vote.ts')).toBeNull();
  expect(transform('export function Other() {}', '/site/node_modules/other/src.js')).toBeNull();
  expect(transform('export const store = 1;', '/site/src/ui/store.tsx')).toBeNull();
  expect(['client', 'ssr', 'prerender'].filter((name) => applyToEnvironment({ name }))).toEqual(['ssr', 'prerender']);
});
