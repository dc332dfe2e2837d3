import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources, type Source } from '../support/sources.ts';

const source = sources('src/**/*');
const tests = sources('tests/**/*');
const all = [...source, ...tests, ...sources('*.ts', '*.js', '*.mjs')];

const MOST_PAGE_LINES = 40;
const MOST_ENDPOINT_LINES = 20;
const SAYS_NOTHING = /\b(utils?|helpers?|misc|managers?|services?|common)\b/i;

const paths = (files: Source[]) => files.map(({ path }) => path);
/** Each line of the files that matches, as `path:line text`. */
const lines = (files: Source[], pattern: RegExp) =>
  files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );

describe('files', () => {
  test('pages wire and do no more', () => {
    const pages = source.filter(({ path }) => path.startsWith('src/pages/'));
    expect(pages.length).toBeGreaterThan(0);
    expect(paths(pages.filter((page) => page.path.endsWith('.astro') && page.lines > MOST_PAGE_LINES))).toEqual([]);
    expect(paths(pages.filter((page) => page.path.endsWith('.ts') && page.lines > MOST_ENDPOINT_LINES))).toEqual([]);
  });

  test('are no barrels', () => {
    expect(paths(all.filter(({ path }) => /^index\.tsx?$/.test(basename(path))))).toEqual([]);
    // A page may answer as another one does.
    const modules = source.filter(({ path }) => !path.startsWith('src/pages/'));
    expect(lines(modules, /^\s*export\s+(type\s+)?(\*|\{[^}]*\})\s+from\b/)).toEqual([]);
  });

  test('are named by their subject', () => {
    const words = ({ path }: Source) => path.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[-_./]/g, ' ');
    expect(paths(all.filter((file) => SAYS_NOTHING.test(words(file))))).toEqual([]);
  });

  test('leave nothing to do', () => {
    const unfinished = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
    expect(lines(all, unfinished)).toEqual([]);
  });
});

describe('what the Content-Security-Policy blocks', () => {
  const markup = source.filter(({ path }) => /\.(astro|tsx)$/.test(path));

  test('no style attributes', () => {
    expect(lines(markup, /(?<![-\w:])style\s*=\s*["'{`]/)).toEqual([]);
  });

  test('no inline event handlers', () => {
    expect(lines(markup, /\son[a-z]+\s*=\s*["'{`]/)).toEqual([]);
  });
});

describe('tests', () => {
  test('are neither skipped nor singled out', () => {
    expect(lines(tests, /\b(test|it|describe)\.(skip|only|todo|fixme|fails)\b|\bx(it|describe)\(/)).toEqual([]);
  });

  test('wait for what a person sees and do not sleep', () => {
    const written = tests.filter(({ path }) => path.endsWith('.test.ts') && !path.includes('/conventions/'));
    expect(lines(written, /waitForTimeout|\bsetTimeout\(|timers\/promises/)).toEqual([]);
  });

  test('of the browser select by role, name and text, never by class', () => {
    const browser = tests.filter(({ path }) => path.startsWith('tests/browser/'));
    expect(lines(browser, /\b(locator|\$|\$\$)\(\s*['"`][^'"`]*(^|[\s>a-z])\.[a-z]/)).toEqual([]);
  });
});
