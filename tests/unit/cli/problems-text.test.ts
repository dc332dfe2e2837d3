import { expect, test } from 'vitest';
import { problemsText } from '../../../src/cli/problems-text.ts';
import { openProblemLog } from '../../../src/features/catalogue-files/import-problems.ts';

const problem = (line: number, field: string, reason: string, value?: string) => ({
  file: 0,
  line,
  field,
  reason,
  ...(value && { value }),
});

async function textOf(
  problems: (ReturnType<typeof problem> & { endsFile?: boolean })[],
  reportFile?: string,
  files = ['feed.csv'],
  skipInvalid = false,
): Promise<string[]> {
  const log = openProblemLog(files);
  await log.add({ problems, count: problems.length });
  return problemsText(log.found(), { reportFile, fileCount: files.length, skipInvalid }).split('\n');
}

const END = 'Correct the files and import them again, or leave out the deals that are not valid: --skip-invalid.';

test('problems that are alike are told once, with how many lines they have', async () => {
  const missing = Array.from({ length: 500 }, (_, at) => problem(12 + at, 'store', 'store "sams-club" is missing'));
  const prices = ['"call us"', '"abc"', '"call us"', '"?"', '"!"'].map((value, at) =>
    problem(30 + at, 'price', 'must be an amount', value),
  );
  const dates = [
    problem(9, 'expiresAt', 'must be after startsAt, which is 2026-01-01'),
    problem(8, 'expiresAt', 'must be after startsAt, which is 2026-02-01'),
  ];
  expect(await textOf([...missing, ...prices, ...dates, problem(7, 'title', 'must not be empty', '""')])).toEqual([
    'store "sams-club" is missing: 500 lines, first 12',
    'price: must be an amount: 5 lines, first 30, such as "call us", "abc", "?"',
    'expiresAt: must be after startsAt, which is 2026-02-01: 2 lines, each with its own numbers, first 8',
    'feed.csv, line 7: title: must not be empty (is "")',
    `Nothing was imported: 508 problems. ${END}`,
  ]);
});

test('of many kinds the first are told, and where the others are', async () => {
  const missing = Array.from({ length: 42 }, (_, at) => problem(at + 1, 'store', `store "s-${at}" is missing`));
  const lines = await textOf(missing);
  expect(lines).toHaveLength(32);
  expect(lines.slice(-2)).toEqual(['… and 12 more; --report FILE.csv lists them all', `Nothing was imported: 42 problems. ${END}`]);
  expect((await textOf(missing, 'all.csv')).slice(-3)).toEqual([
    '… and 12 more',
    'Each of them is in all.csv.',
    `Nothing was imported: 42 problems. ${END}`,
  ]);
});

test('of whole files, or of what is left when invalid deals are left out, are only told to be corrected', async () => {
  const only = 'Nothing was imported: 1 problem. Correct the files and import them again.';
  expect((await textOf([problem(0, '', 'does not exist')])).at(-1)).toBe(only);
  expect((await textOf([{ ...problem(1, '', 'unknown columns: SKU'), endsFile: true }])).at(-1)).toBe(only);
  expect((await textOf([problem(7, 'slug', 'must be a slug')], undefined, undefined, true)).at(-1)).toBe(only);
});

test('of several files each is named, also where one alone has problems', async () => {
  const prices = [2, 3].map((line) => ({ ...problem(line, 'price', 'must be an amount', '"?"'), file: 1 }));
  expect((await textOf(prices, undefined, ['k1.csv', 'k2.csv']))[0]).toBe(
    'price: must be an amount: 2 lines, first 2 of k2.csv, such as "?"',
  );
});

test('products of a feed, which may be all on one line, are named', async () => {
  const products = [
    { ...problem(1, 'price', 'must be an amount', '"?"'), record: '9002' },
    { ...problem(1, 'price', 'must be an amount', '"call us"'), record: '9001' },
    { ...problem(1, 'sourceId', 'is missing'), record: 'A 24-inch monitor' },
    problem(1, 'title', 'is missing'),
  ];
  expect((await textOf(products, undefined, ['feed.xml.gz'])).slice(0, 3)).toEqual([
    'price: must be an amount: 2 products, first "9002" in line 1, such as "?", "call us"',
    'feed.xml.gz, line 1, product "A 24-inch monitor": sourceId: is missing',
    'feed.xml.gz, line 1: title: is missing',
  ]);
  expect((await textOf(products)).slice(0, 2)).toEqual([
    'price: must be an amount: 2 lines, first 1, such as "?", "call us"',
    'feed.csv, line 1: sourceId: is missing',
  ]);
});
