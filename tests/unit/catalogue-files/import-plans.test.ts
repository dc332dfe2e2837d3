import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { eachNewDatabase } from '../../support/databases.ts';
import { rowsRead, watchPlans, type Watched } from '../../support/plans.ts';
import { brand, comment, contextOf, deal, importRecords, member, offer, store, surroundings } from '../../support/catalogue.ts';

const RECORDS = 300;
/** A statement that looks at each record for each other one exceeds this by far. */
const ROWS_A_RECORD = 100;
const READ = ['deals', 'price_observations'];

const each = (make: (index: number) => object) => Array.from({ length: RECORDS }, (_, index) => make(index));
const apart = (index: number) => ({
  sourceId: `d${index}`,
  title: `A game ${index}`,
  url: `https://acme.example/${index}`,
  price: `${(index % 200) + 1}.00`,
  store: `store-${index % 40}`,
  postedAt: new Date(Date.UTC(2026, 1, 1) + index * 60_000).toISOString(),
});

eachNewDatabase('an import of a new source into a new database', (open) => {
  test.each<[string, object]>([
    ['that have nothing in common', {}],
    ['of one store and price', { store: 'acme', price: '5.00' }],
    ['of one store, price, title and address', { store: 'acme', price: '5.00', title: 'The same', url: 'https://acme.example/same' }],
  ])('does not go through all deals for each: deals %s', async (_name, common) => {
    const watch = watchPlans();
    const context = contextOf(await open());
    const stores = each((index) => store({ slug: `store-${index}` })).slice(0, 40);
    const deals = each((index) => deal({ ...apart(index), ...common }));
    const statements = await watch(() => importRecords(context, [...surroundings(), ...stores, ...deals]));
    expect(statements.length).toBeGreaterThan(10);
    expect(tooMany(statements)).toEqual([]);
  });

  test('nor through all stores, brands, members, comments, replies or offers', async () => {
    const watch = watchPlans();
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal()]);
    const records = [
      ...each((index) => store({ slug: `s${index}` })),
      ...each((index) => brand({ slug: `b${index}` })),
      ...each((index) => member({ sourceId: `n${index}`, username: `member-${index}` })),
      ...each((index) => comment({ sourceId: `c${index}`, member: `n${index}` })),
      ...each((index) => comment({ sourceId: `r${index}`, member: `n${index}`, parent: `c${index}` })),
      ...each((index) => offer({ sourceId: `o${index}`, store: `s${index}` })),
    ];
    const statements = await watch(async () => {
      expect((await importRecords(context, records)).problems).toEqual([]);
    });
    expect(statements.length).toBeGreaterThan(10);
    expect(tooMany(statements)).toEqual([]);
  });

  test('nor through all comments for each deal, where the first of them are on one deal', async () => {
    const watch = watchPlans();
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), member(), ...each((index) => deal({ ...apart(index), store: 'acme' }))]);
    const comments = Array.from({ length: 6 * RECORDS }, (_, index) =>
      comment({ sourceId: `c${index}`, deal: `d${index < 2 * RECORDS ? 0 : index % RECORDS}` }),
    );
    const statements = await watch(async () => {
      expect((await importRecords(context, comments)).problems).toEqual([]);
    });
    expect(statements.length).toBeGreaterThan(10);
    expect(tooMany(statements, comments.length)).toEqual([]);
  });

  test('nor do its triggers, where the database believes that its tables are all but empty', async () => {
    const context = contextOf(await open());
    const { db } = context;
    const deals = Array.from({ length: 4 * RECORDS }, (_, index) => deal({ sourceId: `d${index}`, prices: [['2026-01-01', index]] }));
    await importRecords(context, [...surroundings(), ...deals.slice(0, 1)]);
    await sql`analyze`.execute(db);
    const before = await rowsRead(db, READ);
    await importRecords(context, deals);
    expect((await rowsRead(db, READ)) - before).toBeLessThan(deals.length * ROWS_A_RECORD);
  });
});

/** The statements that looked at too many rows. */
const tooMany = (statements: Watched[], records = RECORDS) =>
  statements.filter(({ rows }) => rows > records * ROWS_A_RECORD).map(({ rows, text }) => `${rows} rows: ${text}`);
