import { describe, expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

const files = new Map(sources('src/**/*').map((file) => [file.path, file]));

/** Where the browser's code begins: islands, what they use, and the scripts of Astro's components. */
const ENTRIES = [...files.values()].filter(
  ({ path }) => path.endsWith('.tsx') || /\/(store|client|page-script)\.ts$/.test(path) || path === 'src/ui/interaction.ts',
);

/** The pure rules of the features. */
const RULES = [
  'src/features/comments/comment.ts',
  'src/features/deals/deal.ts',
  'src/features/deals/price-history.ts',
  'src/features/feeds/address.ts',
  'src/features/offers/offer.ts',
  'src/features/search/query.ts',
];

const SERVER_ONLY = /\.server\.ts$|^src\/server\/|^node:|^(pg|kysely|pino|astro:.*|zod)$|^@electric-sql\//;

/** Every way from a file to what it runs, itself first. */
function* reached(path: string, way: string[] = []): Generator<string[]> {
  if (way.includes(path)) return;
  const here = [...way, path];
  yield here;
  for (const { to, typeOnly } of files.get(path)?.imports ?? []) if (!typeOnly) yield* reached(to, here);
}

describe('browser code', () => {
  test('begins somewhere', () => {
    expect(ENTRIES.map(({ path }) => path)).toContain('src/features/votes/VoteButtons.tsx');
    expect(ENTRIES.some(({ path }) => path.endsWith('page-script.ts'))).toBe(true);
  });

  // The whole of zod weighs 26 KB gzip; a browser gets zod/mini.
  test('never reaches the server, Node or the whole of zod, directly or through others', () => {
    const ways = ENTRIES.flatMap(({ path }) => [...reached(path)]).filter((way) => SERVER_ONLY.test(way.at(-1)!));
    expect(ways.map((way) => way.join(' → '))).toEqual([]);
  });
});

describe('contracts and rules', () => {
  const pure = [...files.values()].filter(({ path }) => path.endsWith('/contract.ts') || RULES.includes(path));

  test('are where they are said to be', () => {
    expect(RULES.filter((path) => !files.has(path))).toEqual([]);
  });

  test('import zod and lib alone', () => {
    const others = pure.flatMap(({ path, imports }) =>
      imports.filter(({ to, typeOnly }) => !typeOnly && !/^zod(\/mini)?$|^src\/lib\//.test(to)).map(({ to }) => `${path} → ${to}`),
    );
    expect(others).toEqual([]);
  });

  test('lib imports nothing but lib', () => {
    const others = [...files.values()]
      .filter(({ path }) => path.startsWith('src/lib/'))
      .flatMap(({ path, imports }) => imports.filter(({ to }) => !to.startsWith('src/lib/')).map(({ to }) => `${path} → ${to}`));
    expect(others).toEqual([]);
  });
});
