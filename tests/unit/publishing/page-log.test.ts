import fs, { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOG_FILE, PageLog, type PublishedFiles } from '../../../src/features/publishing/page-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'magpie-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What a log says, as text, so that states are told apart at a glance. */
const stateOf = ({ position, shell, day, targets, due, aged }: PageLog) =>
  JSON.stringify({ position, shell, day, targets: [...targets], due: [...due].filter((each) => !aged.has(each)), aged: [...aged] });

const NAMES = ['deal:1', 'deal:2', 'feed:/', 'feed:/store/café', 'everything'];
const name = fc.constantFrom(...NAMES);

const published = (file: string): PublishedFiles => [
  [
    `/é/${file}`,
    {
      file,
      type: 'text/html',
      digest: file,
      cacheControl: '',
      sizes: { identity: 1 },
      madeFrom: 'ü'.repeat(file.length),
      modified: 1,
    },
  ],
];

const line = fc.record(
  {
    position: fc.record({
      catalogue: fc.constant('c'),
      system: fc.constant('s'),
      snapshot: fc.string({ maxLength: 4 }),
      newest: fc.constant(null),
    }),
    shell: fc.string({ unit: 'grapheme', maxLength: 3 }),
    day: fc.constantFrom('2026-06-01', '2026-06-02'),
    due: fc.array(name, { maxLength: 3 }),
    aged: fc.array(name, { maxLength: 3 }),
    targets: fc.dictionary(name, fc.oneof(fc.constant<PublishedFiles>([]), fc.string({ unit: 'grapheme', maxLength: 6 }).map(published))),
    done: fc.array(name, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);

/** Writes lines to a new log. @returns what it says before the first and after each, and how many bytes it has then */
function write(lines: Parameters<PageLog['add']>[0][]): { said: string; bytes: number }[] {
  rmSync(join(folder, LOG_FILE), { force: true });
  const log = new PageLog(folder);
  const bytes = () => statSync(join(folder, LOG_FILE)).size;
  const states = [{ said: stateOf(log), bytes: 0 }];
  for (const added of lines) {
    log.add(added);
    states.push({ said: stateOf(log), bytes: bytes() });
  }
  log.close();
  return states;
}

/** What a log says to whoever opens it next. */
function reopened(): string {
  const log = new PageLog(folder);
  log.close();
  return stateOf(log);
}

test('a log that is cut at any byte says what it said when its last whole line was written, and goes on from there', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), line, fc.double({ min: 0, max: 1, noNaN: true }), (lines, next, where) => {
      const states = write(lines);
      const cut = Math.floor(where * states.at(-1)!.bytes);
      truncateSync(join(folder, LOG_FILE), cut);
      const log = new PageLog(folder);
      expect(stateOf(log)).toBe(states.findLast(({ bytes }) => bytes <= cut)!.said);
      expect(log.add(next)).toBe(true);
      log.close();
      expect(reopened()).toBe(stateOf(log));
    }),
    { numRuns: 100 },
  );
});

test('what is due for the day alone is no longer that once it changes, and is not where it was due before', () => {
  const log = new PageLog(folder);
  log.add({ due: ['deal:1'] });
  log.add({ day: '2026-06-01', aged: ['deal:1', 'deal:2', 'deal:3'] });
  expect([...log.aged]).toEqual(['deal:2', 'deal:3']);
  log.add({ due: ['deal:2'], done: ['deal:3'] });
  expect([[...log.due], [...log.aged]]).toEqual([['deal:1', 'deal:2'], []]);
  log.close();
});

test('what follows a broken line is left out, for it may build on what is lost', () => {
  const states = write([{ due: ['deal:1'] }, { due: ['deal:2'] }, { done: ['deal:1'] }]);
  const bytes = readFileSync(join(folder, LOG_FILE));
  bytes.fill(0, states[1]!.bytes, states[1]!.bytes + 4);
  writeFileSync(join(folder, LOG_FILE), bytes);
  expect(reopened()).toBe(states[1]!.said);
});

test('a log of many lines is gathered into one that says the same, and can be added to', () => {
  const log = new PageLog(folder);
  log.add({ due: ['feed:/'], shell: 'é' });
  log.add({ day: '2026-06-01', aged: ['deal:9', 'feed:/'] });
  const lengths: number[] = [];
  for (let index = 0; index < 2_300; index++) {
    log.add({ targets: { 'deal:1': published(`é${index}`) }, due: [`deal:${index % 3}`], done: [`deal:${(index + 1) % 3}`] });
    lengths.push(statSync(join(folder, LOG_FILE)).size);
  }
  const said = stateOf(log);
  log.close();
  expect(lengths.at(-1)).toBeLessThan(Math.max(...lengths));
  expect(reopened()).toBe(said);
});

test('a log of an earlier version, which wrote `places`, says the same', () => {
  const lines = [{ due: ['deal:1', 'deal:2'] }, { targets: { 'deal:1': published('one'), 'deal:2': published('two') }, done: ['deal:1'] }];
  const { said } = write([...lines, { targets: { 'deal:2': [] } }]).at(-1)!;
  const path = join(folder, LOG_FILE);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"targets":', '"places":'));
  expect(reopened()).toBe(said);
  expect(said).toContain('/é/one');
});

test.each([0, 9])('a log on a disk that becomes read-only after %i bytes of a line keeps it, and writes it with the next one', (bytes) => {
  const log = new PageLog(folder);
  log.add({ due: ['deal:1'] });
  const refuse = () => {
    throw new Error('EROFS: read-only file system');
  };
  const { writeSync } = fs;
  const written = vi.spyOn(fs, 'writeSync').mockImplementation((file, line) => {
    // What was taken before cannot be cut off any more.
    vi.spyOn(fs, 'ftruncateSync').mockImplementation(refuse);
    syncBuiltinESMExports();
    written.mockImplementation(refuse);
    return bytes > 0 ? writeSync(file, line.slice(0, bytes)) : refuse();
  });
  syncBuiltinESMExports();
  const added = [log.add({ due: ['deal:2'] }), log.add({ done: ['deal:1'] })];
  vi.restoreAllMocks();
  syncBuiltinESMExports();

  expect(added).toEqual([false, false]);
  expect(log.add({ due: ['feed:/'] })).toBe(true);
  log.close();
  expect(reopened()).toBe(stateOf(log));
  expect([...log.due]).toEqual(['deal:2', 'feed:/']);
});
