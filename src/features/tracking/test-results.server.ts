import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../server/context.ts';
import { isControl } from '../ab-tests/ab-test.ts';
import { readAbTests } from '../ab-tests/ab-tests.server.ts';
import { differenceOf, shareOf } from './interval.ts';
import type { TestResult } from './report.ts';
import { startOfDay } from './days.server.ts';

/** Works out what each A/B test has shown: how many visitors saw each variant, and went out to a store. */
export async function testResults(db: Context['db'], since: RawBuilder<unknown>): Promise<TestResult[]> {
  const tests = await readAbTests(db);
  if (tests.length === 0) return [];
  const { rows } = await sql<{ variant: string; visitors: number; outclickers: number }>`
    select variant, count(distinct visitor)::int as visitors, count(distinct visitor) filter (where kind = 'outclick')::int as outclickers
    from events cross join unnest(variants) as variant
    where kind in ('view', 'outclick') and visitor is not null and received_at >= ${startOfDay(since)}
    group by variant`.execute(db);
  return tests.map(({ name, variants }) => {
    const counted = variants.map((variant) => {
      const row = rows.find((candidate) => candidate.variant === `${name}:${variant.name}`);
      return { name: variant.name, isControl: isControl(variant.name), visitors: row?.visitors ?? 0, outclickers: row?.outclickers ?? 0 };
    });
    const controls = counted.filter((variant) => variant.isControl);
    const sum = (key: 'visitors' | 'outclickers') => controls.reduce((all, variant) => all + variant[key], 0);
    const control = shareOf(sum('outclickers'), sum('visitors'));
    return {
      name,
      variants: counted.map((variant) => {
        const share = shareOf(variant.outclickers, variant.visitors) ?? null;
        return { ...variant, share, difference: share && control && !variant.isControl ? differenceOf(share, control) : null };
      }),
    };
  });
}
