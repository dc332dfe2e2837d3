import { describe, expect, test } from 'vitest';
import { BROWSER_STORAGE } from '../../src/features/texts/browser-storage.ts';
import { sources } from '../support/sources.ts';

const code = sources('src/**/*').filter(({ path }) => /\.(ts|tsx|js|astro)$/.test(path));

/** What sets a cookie or an entry of storage, with the name that it sets; pairs come as `cookie: key`. */
const SETTING = [
  /\b(?:Astro\.|api\.)?cookies\.set\(\s*(?<name>[^,]+),/g,
  // One that is set to nothing is deleted.
  /\bdocument\.cookie = [`'](?<name>[^=]+)=(?!;)/g,
  /\.setItem\(\s*(?<name>\w+\([^)]*\)|[^,]+),/g,
  /\b(?:localStorage|sessionStorage)(?<name>\['[^']+'\]|\.(?!setItem|getItem|removeItem|clear|length|key\b)\w+) = /g,
  /\bwritePair\(\s*'(?<cookie>\w+)',\s*(?<name>[^,]+),/g,
  /\bcaches\.open\((?<name>[^)]+)\)/g,
  /\bcookieStore\.set\(\s*(?<name>[^,]+),/g,
];
/** Where the name is whatever a caller says. */
const GIVEN = ['src/features/shell/cookies.ts', 'src/features/tracking/choose.server.ts'];
/** Constants that are named in other files than where they stand. */
const constants = code
  .flatMap(({ text }) => [...text.matchAll(/^export const [A-Z_]+ = [^\n]+/gm)].map(([line]) => line.replace('export ', '')))
  .join('\n');
/** Names that editors decide, by what the code calls them: by default as it is listed. */
const DECIDED = new Map([['cookieName', ['megabanner']]]);

/** The names that an expression stands for: the texts in it, or in what it is made with in its file; of a template its beginning. */
function namesIn(expression: string, text: string, seen: string[] = []): string[] {
  const body = expression.trim().replace(/^\([^)]*\) => \(?/, '');
  const decided = DECIDED.get(body);
  if (decided) return decided;
  const [, begun, from] = /^`?(?:([a-z][\w:-]*)(?:\$\{|[`=]|$)|\$\{(\w+))/.exec(/^[`$]|-/.test(body) ? body : '') ?? [];
  if (begun !== undefined) return [begun];
  const quoted = [...body.matchAll(/'([^']+)'/g)].flatMap(([, name]) => name ?? []);
  if (from === undefined && quoted.length > 0) return quoted.filter((name) => !name.startsWith('__Host-'));
  return [...(from ?? body).matchAll(/[A-Za-z_]\w*/g)]
    .map(([word]) => word)
    .filter((word) => !seen.includes(word))
    .flatMap((word) => {
      const made = new RegExp(`\\b(?:const ${word} = |for \\(const ${word} of )([^\\n]+)`).exec(`${text}\n${constants}`)?.[1];
      return made === undefined ? [] : namesIn(made, text, [...seen, word]);
    });
}

interface Found {
  path: string;
  line: string;
  names: string[];
}

function settingsIn({ path, text }: { path: string; text: string }): Found[] {
  const lines = text.replaceAll(/^\s*(?:\*|\/\/).*$/gm, '');
  return SETTING.flatMap((pattern) =>
    [...lines.matchAll(pattern)].map(({ 0: line, groups = {} }) => {
      const names = namesIn(groups['name']!, lines);
      return { path, line, names: groups['cookie'] ? names.map((name) => `${groups['cookie']}: ${name}`) : names };
    }),
  );
}

const set = code.filter(({ path }) => !GIVEN.includes(path)).flatMap(settingsIn);
/** `reload-when-gone.ts` has to know that it is refused. */
const GUARD = 'src/ui/in-storage.ts';
const LIST = 'BROWSER_STORAGE of src/features/texts/browser-storage.ts';
const listed = new Set(BROWSER_STORAGE.map(({ name, pair }) => (pair === undefined ? name : `${name}: ${pair}`)));

describe('what the code sets in browsers', () => {
  test('is found by its name', () => {
    const nameless = set.filter(({ names }) => names.length === 0);
    expect(nameless, 'name it as a text where it is set, or as a const in that file').toEqual([]);
    expect(
      settingsIn({ path: 'x', text: "const KEY = 'a-b';\nlocalStorage.setItem(KEY, x);\nwritePair('sd_s', 'state', y);" }),
    ).toMatchObject([{ names: ['a-b'] }, { names: ['sd_s: state'] }]);
  });

  test('is set and read where a browser may refuse it', () => {
    const using = code.filter(({ path, text }) => path.endsWith('.ts') && /\b(?:local|session)Storage[.[)]/.test(text));
    const unguarded = using.filter(({ path, imports }) => path !== 'src/ui/reload-when-gone.ts' && !imports.some(({ to }) => to === GUARD));
    expect(using.length).toBeGreaterThan(10);
    expect(
      unguarded.map(({ path }) => path),
      `where it refuses, it throws as soon as it is named: use it by inStorage (${GUARD})`,
    ).toEqual([]);
  });

  test('is on the list that the privacy page shows', () => {
    const unlisted = set.flatMap(({ path, names }) => names.filter((name) => !listed.has(name)).map((name) => `${path} sets ${name}`));
    expect(unlisted, `add it to ${LIST}, with what it is for and how long it stays`).toEqual([]);
  });

  test('is all that is on that list', () => {
    const names = new Set(set.flatMap(({ names: found }) => found));
    const gone = [...listed].filter((name) => !names.has(name));
    expect(gone, `nothing sets these any more: take them out of ${LIST}`).toEqual([]);
  });

  test('is on it once', () => {
    expect(listed.size).toBe(BROWSER_STORAGE.length);
  });
});
