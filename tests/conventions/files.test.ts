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
    const longer = (ending: string, most: number) => paths(pages.filter(({ path, lines }) => path.endsWith(ending) && lines > most));
    expect(longer('.astro', MOST_PAGE_LINES), `move what exceeds ${MOST_PAGE_LINES} lines to src/layouts or a feature`).toEqual([]);
    expect(longer('.ts', MOST_ENDPOINT_LINES), `move what exceeds ${MOST_ENDPOINT_LINES} lines to a *.server.ts of a feature`).toEqual([]);
  });

  test('are no barrels', () => {
    expect(paths(all.filter(({ path }) => /^index\.tsx?$/.test(basename(path)))), 'name the file after its subject').toEqual([]);
    // A page may answer as another one does.
    const modules = source.filter(({ path }) => !path.startsWith('src/pages/'));
    const passedOn = lines(modules, /^\s*export\s+(type\s+)?(\*|\{[^}]*\})\s+from\b/);
    expect(passedOn, 'import it from the file that has it').toEqual([]);
  });

  test('are named by their subject', () => {
    const words = ({ path }: Source) => path.replace(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[-_./]/g, ' ');
    expect(paths(all.filter((file) => SAYS_NOTHING.test(words(file)))), 'name the file after what it is about').toEqual([]);
  });

  test('leave nothing to do', () => {
    const unfinished = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX'].join('|')})\\b`);
    expect(lines(all, unfinished), 'do it, or open an issue').toEqual([]);
  });
});

test('styles are all gathered', () => {
  const code = source.map(({ text }) => text).join('\n');
  const isGathered = ({ path }: Source) => {
    const name = basename(path, '.scss').replace(/^_/, '');
    return new RegExp(`@use '(?:[^']*/)?${name}'|/${name}\\.scss['?]`).test(code);
  };
  const styles = sources('src/**/*.scss').filter(({ path }) => path !== 'src/layouts/site.scss');
  expect(styles.length).toBeGreaterThan(0);
  expect(paths(styles.filter((style) => !isGathered(style))), 'name it with @use in src/layouts/site.scss').toEqual([]);
});

describe('what the Content-Security-Policy blocks', () => {
  const markup = source.filter(({ path }) => /\.(astro|tsx)$/.test(path));

  test('no style attributes', () => {
    expect(lines(markup, /(?<![-\w:])style\s*=\s*["'{`]/), 'write a class, and its rules in a .scss').toEqual([]);
  });

  test('no inline event handlers', () => {
    expect(lines(markup, /\son[a-z]+\s*=\s*["'{`]/), 'call addEventListener in a .ts that the page loads').toEqual([]);
  });
});

describe('tests', () => {
  test('are neither skipped nor singled out', () => {
    const left = lines(tests, /\b(test|it|describe)\.(skip|only|todo|fixme|fails)\b|\bx(it|describe)\(/);
    expect(left, 'have the test run, or delete it').toEqual([]);
  });

  test('wait for what a person sees and do not sleep', () => {
    const written = tests.filter(({ path }) => path.endsWith('.test.ts') && !path.includes('/conventions/'));
    const sleeping = lines(written, /waitForTimeout|\bsetTimeout\(|timers\/promises/);
    expect(sleeping, 'wait for what is seen: expect.poll, vi.waitFor, waitForResponse').toEqual([]);
  });

  test('at another time name what they replace, and not setTimeout, with which the embedded database waits in the same process', () => {
    const timers = lines(tests, /useFakeTimers\(\{.*\bnow:/).filter((line) => !line.includes('toFake') || /toFake.*setTimeout/.test(line));
    expect(timers, 'name Date, and setInterval where needed, in toFake').toEqual([]);
  });

  test('of the browser that choose their own widths have no tag of a phone, where they do not run', () => {
    const ownWidths = tests.filter(({ path }) => /^tests\/browser\/(pages\/|accounts\/layouts\.)/.test(path));
    expect(lines(ownWidths, /@(only-)?phone\b|\bisMobile\b/), 'set the viewport in the test').toEqual([]);
  });

  test('of the browser select by role, name and text, never by class', () => {
    const browser = tests.filter(({ path }) => path.startsWith('tests/browser/'));
    const byClass = lines(browser, /\b(locator|\$|\$\$)\(\s*['"`][^'"`]*(^|[\s>a-z])\.[a-z]/);
    expect(byClass, 'select with getByRole, getByLabel or getByText').toEqual([]);
  });
});
