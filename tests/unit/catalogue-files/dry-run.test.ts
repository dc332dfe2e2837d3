import { beforeEach, expect, test } from 'vitest';
import { reportText } from '../../../src/cli/report-text.ts';
import type { RecordChange } from '../../../src/features/catalogue-files/field-changes.ts';
import type { Context } from '../../../src/server/context.ts';
import {
  brand,
  category,
  collection,
  comment,
  contextOf,
  deal,
  exported,
  forum,
  importRecords,
  member,
  offer,
  store,
  surroundings,
} from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

eachDatabase('a dry run', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  test('says what would change of records of every type, field by field and by names', async () => {
    await importRecords(context, [
      ...surroundings(),
      category({ slug: 'lamps', name: 'Lamps' }),
      category({ slug: 'lamps-2', name: 'Lamps' }),
      brand(),
      collection(),
      member(),
      member({ sourceId: 'm2', username: 'Ben' }),
      deal({ category: 'lamps', prices: [['2026-02-01', '19.99']] }),
      deal({ sourceId: 'd2' }),
      comment(),
      offer(),
    ]);
    const before = await exported(context);
    const all: RecordChange[] = [];
    const report = await importRecords(
      context,
      [
        forum({ title: 'Deals' }),
        category({ slug: 'lamps', name: 'Lamps', parent: 'games' }),
        store({ host: 'acme2.example' }),
        brand({ name: 'Zed' }),
        collection({ rule: { items: 'deals', maxPrice: '30.00' } }),
        member({ username: 'Ada2' }),
        deal({
          category: 'lamps-2',
          price: '2 for $5',
          brand: 'zeta',
          collections: ['under-25'],
          prices: [['2026-02-01', '18.00']],
          variants: ['red', 'blue'],
          postedBy: 'm2',
        }),
        deal({ sourceId: 'd2', expiresAt: '2026-02-05T00:00:00Z' }),
        comment({ body: 'Better.', member: 'm2' }),
        offer({ percent: 20, minimum: '5.00' }),
        deal({ sourceId: 'd3' }),
      ],
      { dryRun: true, onChanges: (some) => void all.push(...some) },
    );
    expect(report.problems).toEqual([]);
    expect(await exported(context)).toEqual(before);
    expect(report.changes).toEqual(all);
    expect(report.changeCount).toBe(10);
    const lines = all.flatMap(({ type, key, fields }) => fields.map(({ field, from, to }) => `${type} ${key}: ${field}: ${from} → ${to}`));
    expect(lines.toSorted()).toEqual([
      'brand zeta: name: Zeta → Zed',
      'category lamps: parent: null → Games',
      'collection under-25: rule: {"items":"deals","maxCents":2500} → {"items":"deals","maxCents":3000}',
      'comment test:c1: body: Good one. → Better.',
      'comment test:c1: member: Ada2 → Ben',
      'deal test:d1: brand: null → Zed',
      'deal test:d1: category: Lamps (lamps) → Lamps (lamps-2)',
      'deal test:d1: collections: null → Under $25',
      'deal test:d1: postedBy: null → Ben',
      'deal test:d1: price of 2026-02-01: 19.99 → 18.00',
      'deal test:d1: price: 19.99 → 2 for 5.00',
      'deal test:d1: variants: null → red, blue',
      'deal test:d2: expiresAt: null → 2026-02-05T00:00:00+00:00',
      'deal test:d2: status: live → expired',
      'forum hot-deals: title: Hot Deals → Deals',
      'member test:m1: username: Ada → Ada2',
      'offer test:o1: minimum: null → 5.00',
      'offer test:o1: percent: 10 → 20',
      'store acme: host: acme.example → acme2.example',
    ]);
  });

  test('shows the first twenty in a table, and how many there are', async () => {
    const many = (fields: object) => Array.from({ length: 700 }, (_, at) => deal({ sourceId: `d${at}`, title: `Game ${at}`, ...fields }));
    await importRecords(context, [...surroundings(), ...many({})]);
    const all: RecordChange[] = [];
    const report = await importRecords(context, many({ price: '9.99', couponCode: 'TEN' }), {
      dryRun: true,
      onChanges: (some) => void all.push(...some),
    });
    expect([all.length, report.changeCount]).toEqual([700, 700]);
    const lines = reportText(report).split('\n');
    const from = lines.findIndex((line) => line.startsWith('would change'));
    expect(lines.slice(from, from + 3)).toEqual([
      'would change         field       is     becomes',
      'deal 1001 "Game 0"   couponCode  -      TEN',
      '                     price       19.99  9.99',
    ]);
    expect(lines).toContain('… and 680 more, 700 in all; "--json" has all of them.');
    expect((await importRecords(context, many({ price: '9.99' }))).changes).toEqual([]);
  });
});
