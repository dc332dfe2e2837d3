import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/sources.ts';

const files = new Map(sources('src/**/*').map((file) => [file.path, file]));

/** Where the browser's code begins: islands, what they use, and the scripts of Astro's components. */
const ENTRIES = [...files.values()].filter(
  ({ path }) => path.endsWith('.tsx') || /\/(store|client|page-script)\.ts$/.test(path) || /^src\/ui\/(interaction|wanted)\.ts$/.test(path),
);

/** What pages run before anybody uses them: their script, and what that loads by itself. */
const BEFORE_USE = [
  'src/layouts/page-script.ts',
  'src/layouts/pending-handlers.ts',
  'src/features/accounts/user-button.ts',
  'src/features/comments/start.ts',
  'src/features/saved/own-saved.ts',
  'src/features/votes/show-own-votes.ts',
  'src/features/votes/live.ts',
  'src/layouts/returning-script.ts',
];

const SERVER_ONLY = /\.server\.ts$|^src\/server\/|^node:|^(pg|kysely|pino|astro:.*|zod)$|^@electric-sql\//;

/** Every way from a file to what it runs, itself first. */
function* reached(path: string, { lazily = true } = {}, way: string[] = []): Generator<string[]> {
  if (way.includes(path)) return;
  const here = [...way, path];
  yield here;
  for (const { to, typeOnly, isLazy } of files.get(path)?.imports ?? [])
    if (!typeOnly && (lazily || !isLazy)) yield* reached(to, { lazily }, here);
}

/** Whether an Astro file uses an island with `client:wanted` and nothing else. */
function isWanted(astro: string, island: string): boolean {
  const uses = astro.match(new RegExp(`<${basename(island, '.tsx')}\\b[^>]*`, 'g')) ?? [];
  return uses.length > 0 && uses.every((use) => use.includes('client:wanted'));
}

const shown = (ways: string[][]) => ways.map((way) => way.join(' → '));

describe('browser code', () => {
  test('begins somewhere', () => {
    expect(ENTRIES.map(({ path }) => path)).toContain('src/features/votes/VoteButtons.tsx');
    expect(ENTRIES.some(({ path }) => path.endsWith('page-script.ts'))).toBe(true);
    expect(BEFORE_USE.filter((path) => !files.has(path))).toEqual([]);
  });

  // The whole of zod weighs 26 KB gzip; a browser gets zod/mini.
  test('never reaches the server, Node or the whole of zod, directly or through others', () => {
    const ways = ENTRIES.flatMap(({ path }) => [...reached(path)]).filter((way) => SERVER_ONLY.test(way.at(-1)!));
    const what = 'move what both sides need to src/lib or a contract, or import its types alone; of zod, import zod/mini';
    expect(shown(ways), what).toEqual([]);
  });

  test('has no zod before somebody uses the page', () => {
    const ways = BEFORE_USE.flatMap((path) => [...reached(path, { lazily: false })]).filter((way) => /^zod\b/.test(way.at(-1)!));
    expect(shown(ways), 'load it with import() once it is wanted, or check the answer with a guard (src/lib/call.ts)').toEqual([]);
  });

  test('has no useId in what is rendered on the server, whose ids differ from the browser’s (decision 042)', () => {
    // What is wanted later renders nothing there.
    const islands = [...files.values()]
      .filter(({ path }) => path.endsWith('.astro'))
      .flatMap(({ imports, text }) => imports.filter(({ to }) => to.endsWith('.tsx') && !isWanted(text, to)).map(({ to }) => to));
    expect(islands).toContain('src/features/comments/Thread.tsx');
    expect(islands).not.toContain('src/features/accounts/modal/AccountModal.tsx');
    const ways = islands.flatMap((path) => [[path], ...reached(path, { lazily: false })]);
    const using = ways.filter((way) => files.get(way.at(-1)!)?.text.includes('useId('));
    expect(shown(using), 'make the ids of what the component is about').toEqual([]);
  });

  test('checks what a call answers instead of casting it', () => {
    const paths = new Set(ENTRIES.flatMap(({ path }) => [...reached(path)].flat()));
    expect(paths.size).toBeGreaterThan(ENTRIES.length);
    const casting = [...paths].filter((path) => /\.json\(\)\)? as\b/.test(files.get(path)?.text ?? ''));
    expect(casting, 'send it with getJson, postForm or postJson of src/features/session/calls.ts').toEqual([]);
  });
});
