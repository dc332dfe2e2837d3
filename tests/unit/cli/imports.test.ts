import { expect, onTestFinished, test, vi } from 'vitest';
import { importsText } from '../../../src/cli/imports-text.ts';
import { runCommandLine } from '../../../src/cli/run-command-line.ts';
import { tableText } from '../../../src/cli/table-text.ts';
import type { ListedImport } from '../../../src/features/catalogue-files/list-imports.server.ts';

const listed = (fields: Partial<ListedImport>): ListedImport => ({
  id: 1,
  at: '2026-03-01 12:00 UTC',
  undoneAt: null,
  by: 'ada',
  files: ['/data/feed.csv'],
  source: null,
  added: {},
  changed: {},
  expired: {},
  undoable: true,
  ...fields,
});

test('imports are listed as a table that says what can be undone', () => {
  const text = importsText([
    listed({ id: 3, source: 'acme-feed', added: { store: 1, deal: 200 }, expired: { deal: 12 } }),
    listed({ id: 2, by: null, changed: { deal: 1 }, undoneAt: '2026-03-02', undoable: false }),
    listed({ undoable: false, files: ['a.jsonl', 'b.jsonl'] }),
  ]);
  expect(text).toBe(`\
id  when                  by        added               changed  expired                      files
3   2026-03-01 12:00 UTC  ada       1 store, 200 deals  -        12 deals                     (acme-feed) feed.csv
2   2026-03-01 12:00 UTC  the site  -                   1 deal   -         undone 2026-03-02  feed.csv
1   2026-03-01 12:00 UTC  ada       -                   -        -         cannot be undone   a.jsonl b.jsonl
Some can no longer be undone: imports can be undone for 30 days, the last 50 of them.`);
  expect(importsText([])).toBe('No imports yet.');
});

test('long cells of a table are cut, and lines never', () => {
  expect(tableText(['a', 'b'], [['one\ntwo', 'x'.repeat(60)]])).toBe(`a        b\none two  ${'x'.repeat(47)}…`);
  expect(tableText(['a', 'b'], [['x'.repeat(60), '1']], { figures: true, widest: Infinity })).toBe(
    `a${' '.repeat(61)}b\n${'x'.repeat(60)}  1`,
  );
  expect(tableText(['', 'seen'], [['a', '7']], { figures: true })).toBe('   seen\na     7');
});

test.each([
  ['--undo', 'first'],
  ['--undo', '1', 'feed.csv'],
  ['--undo', '1', '--source', 'acme'],
])('import %s %s is wrong usage', async (...args) => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  expect(await runCommandLine(['import', ...args])).toBe(2);
  expect(said.mock.calls.flat().join('\n')).toMatch(/import --undo (?:needs the id|takes only an id)/);
});

test.each([
  [['--json'], 'import --json needs --dry-run'],
  [['--yes'], 'import --yes needs --complete'],
])('import %s by itself is wrong usage', async (options, reason) => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  expect(await runCommandLine(['import', 'feed.csv', ...options])).toBe(2);
  expect(said.mock.calls.flat().join('\n')).toContain(reason);
});
