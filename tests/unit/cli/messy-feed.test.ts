import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandHere } from '../../support/command-here.ts';
import { commandedSite } from '../../support/commanded-site.ts';
import { forum, importRecords } from '../../support/catalogue.ts';

const FEED = join(import.meta.dirname, '../catalogue-files/fixtures/messy-feed.csv');
const MAP = {
  columns: {
    ...{ SKU: 'sourceId', 'Product Name': 'title', Shop: 'store', Department: 'category', Link: 'url' },
    ...{ 'Our price': 'price', Was: 'listPrice', Starts: 'startsAt', Ends: 'expiresAt', Picture: 'image', Stock: null },
  },
};

/** The problems of the lines `B1` to `B6`, as CSV without the file. */
const PROBLEMS = [
  `9,price,"must be an amount such as 12.99 or free, or words such as ""2 for $5"" or ""30% off""","""call us"""`,
  `10,listPrice,"must be more than the price, which is 20.00, or left out","""$15.00"""`,
  `11,listPrice,"must be more than the price, which is 20.00, or left out","""$18.00"""`,
  `12,expiresAt,"must be after startsAt, which is 2026-05-02 00:00 UTC","""2026-05-01"""`,
  `13,startsAt,"must be a date such as 2026-01-31, 01/31/2026 or 2026-01-31T12:00:00Z","""13/13/2026"""`,
  `14,,"has 3 cells, but the first line names 11",`,
];

test("a partner's feed with what real ones have is refused with reasons, then imported, and told", async () => {
  const { dataDir, context } = await commandedSite();
  await importRecords(context, [forum()]);
  const at = (name: string) => join(dataDir, name);
  const options = ['--map', at('map.json'), '--source', 'acme-feed'];
  await writeFile(at('map.json'), JSON.stringify(MAP));
  /** The lines of a text, with names of files alone. */
  const linesIn = (text: string) => text.replaceAll(`${dataDir}/`, '').trimEnd().split('\n');
  /** Gives a command. @returns its exit code and the lines that it printed */
  async function run(...args: string[]): Promise<{ code: number; out: string[]; err: string[] }> {
    const { code, stdout, stderr } = await commandHere({ DATA_DIR: dataDir }, ...args);
    return { code, out: linesIn(stdout), err: linesIn(stderr) };
  }
  const linesOf = async (name: string) => linesIn(await readFile(at(name), 'utf8'));
  // In Windows-1252.
  const lines = (await readFile(FEED, 'latin1')).split('\r\n');
  const write = (name: string, content: string[]) => writeFile(at(name), content.join('\r\n'), 'latin1');
  await write('feed.csv', lines);

  const refused = await run('import', at('feed.csv'), ...options, '--report', at('report.csv'));
  expect(refused).toMatchObject({ code: 1, out: [''] });
  expect(refused.err.slice(0, 5)).toEqual([
    'store "Tool Barn" is missing: 6 lines, first 3',
    'category "Home > Tools" is missing: 6 lines, first 3',
    'store "Kitchen Corner" is missing: 4 lines, first 5',
    'category "Kitchen" is missing: 3 lines, first 6',
    'listPrice: must be more than the price, which is 20.00, or left out: 2 lines, first 10, such as "$15.00", "$18.00"',
  ]);
  expect(refused.err.slice(-3)).toEqual([
    'Import what is missing too, or have it made: --create-missing makes stores, categories, brands and forums.',
    'Each of them is in report.csv.',
    'Nothing was imported: 28 problems. Correct the files and import them again, or leave out the deals that are not valid: --skip-invalid.',
  ]);
  const [header, ...reported] = await linesOf('report.csv');
  expect(header).toBe('file,line,field,reason,value,record');
  expect(reported.filter((line) => !line.endsWith(' is missing",,'))).toEqual(PROBLEMS.map((line) => `feed.csv,${line},`));
  expect(reported).toHaveLength(28);
  expect(reported).toContain('feed.csv,4,store,"store ""tool barn"" is missing",,');

  const good = lines.filter((line) => !line.startsWith('B'));
  await write('corrected.csv', good);
  const imported = await run('import', at('corrected.csv'), ...options, '--create-missing', '--duplicates', at('duplicates.csv'));
  expect(imported).toMatchObject({ code: 0, err: [''] });
  expect(imported.out.slice(0, 16)).toEqual([
    'Imported:',
    'category:   3 added, 0 changed, 0 unchanged',
    'store:      2 added, 0 changed, 0 unchanged',
    'deal:       6 added, 0 changed, 0 unchanged',
    '',
    'Missing, added:',
    '  store tool-barn "Tool Barn", toolbarn.example',
    '  store kitchen-corner "Kitchen Corner", kitchencorner.example',
    '  category home "Home"',
    '  category tools "Tools", under home',
    '  category kitchen "Kitchen", under home',
    'Repaired 1 title: HTML entities.',
    'Repaired 1 url: HTML entities.',
    'Repaired 1 image: HTML entities.',
    'Read 3 lines as Windows-1252, not as UTF-8: check the accents.',
    '1 picture to fetch: a running site does it in the background, "npm run site -- pictures --wait" does it now.',
  ]);
  expect(imported.out.slice(-2)).toEqual([
    'Warning: 1 possible duplicate, imported anyway. "merge DUPLICATE INTO" joins two deals.',
    'They are listed in duplicates.csv: delete the lines that are not duplicates, then run "merge --from duplicates.csv".',
  ]);
  expect(await linesOf('duplicates.csv')).toEqual([
    'duplicate,into,title,other title,reason',
    expect.stringMatching(/^"1003","1001","Black & Decker 20V Cordless Drill \+ free shipping","Black & Decker cordless drill, 20 V","/),
  ]);
  const rows = await context.db.selectFrom('deals').selectAll().orderBy('thread_id').execute();
  expect(rows).toMatchObject([
    {
      ...{ source_id: 'A1', title: 'Black & Decker cordless drill, 20 V', url: 'https://www.toolbarn.example/p?id=1&ref=2' },
      ...{ image_url: 'http://pictures.toolbarn.example/a1.jpg?w=1&h=2', price_cents: 129999, list_price_cents: 149900 },
      ...{ currency: 'USD', expires_at: new Date('2026-12-31T23:59:59.999Z') },
    },
    { source_id: 'A2', price_cents: 129999, store_id: rows[0]!.store_id, category_id: rows[0]!.category_id },
    { source_id: 'A3', title: 'Espresso maker "Café crème"', price_cents: 500, expires_at: new Date('2026-11-28T23:59:59.999Z') },
    {
      ...{ source_id: 'A4', title: 'Tea towels, don’t iron', price_terms: { kind: 'multi', quantity: 2, total: 500 } },
      ...{ status: 'scheduled', starts_at: new Date('2026-03-05T08:00:00Z'), expires_at: new Date('2026-11-28T23:59:59.999Z') },
    },
    { source_id: 'A5', price_cents: null, expires_at: new Date('2026-11-28T23:59:59.999Z') },
    { source_id: 'A6', price_cents: 1999, currency: 'EUR', expires_at: new Date('2026-11-28T07:00:00Z') },
  ]);

  await write(
    'changed.csv',
    good.map((line) => line.replace('$1,299.99', '$1,199.99').replace('2 for $5', '3 for $6')),
  );
  const looked = await run('import', at('changed.csv'), ...options, '--dry-run', '--json');
  const report: unknown = JSON.parse(looked.out.join('\n'));
  expect(report).toMatchObject({ dryRun: true, added: { deal: 0 }, changed: { deal: 2 }, unchanged: { deal: 4 }, changeCount: 2 });
  expect(report).toMatchObject({
    changes: [
      {
        ...{ type: 'deal', id: 1001, key: 'acme-feed:A1', title: 'Black & Decker cordless drill, 20 V' },
        fields: [{ field: 'price', from: '1299.99', to: '1199.99' }],
      },
      { id: 1007, key: 'acme-feed:A4', fields: [{ field: 'price', from: '2 for 5.00', to: '3 for 6.00' }] },
    ],
  });
  const skipping = await run('import', at('feed.csv'), ...options, '--skip-invalid', '--report', at('report.csv'));
  expect(skipping).toMatchObject({ code: 0, err: [''] });
  expect(skipping.out[1]).toBe('deal:       0 added, 0 changed, 6 unchanged');
  expect(skipping.out.slice(-3)).toEqual([
    'feed.csv, line 14: has 3 cells, but the first line names 11',
    'Each of them is in report.csv.',
    'Warning: 6 deals were left out, because of 6 problems.',
  ]);
  expect(await linesOf('report.csv')).toHaveLength(1 + PROBLEMS.length);
  // What concerns the site alone is not printed.
  for (const name of ['duplicates', 'changedThreadIds', 'changedOfferIds']) expect(report).not.toHaveProperty(name);
});
