import { sql } from 'kysely';
import { formatMoney } from '../../lib/money.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';
import { dealPriceText } from '../deals/price-text.ts';
import { isTimeout, withSearchLimits } from '../search/bounded.server.ts';
import { conditionsOf, namesOf, queryOf, titleOf, type Condition } from './compile.server.ts';
import type { PreviewFields } from './contracts/alert-fields.ts';
import type { PreviewAnswer } from './contracts/preview.ts';
import { criteriaIdOf, type Criteria } from './criteria.ts';
import { resolveCriteria } from './resolve-criteria.server.ts';

const DAYS = 30;
/** The newest deals that match, of which so many are gone through, and so many shown. */
const MOST_DEALS = 2_000;
const SHOWN = 5;
const DAY_MS = 86_400_000;
/** The largest amount a column holds. */
const HIGHEST_CENTS = 2_147_483_647;

/** What of an alert is looked at besides its criteria. */
type Limits = Pick<PreviewFields, 'votelevel' | 'targetforums' | 'newlow' | 'threadid'>;
type Why = NonNullable<Extract<PreviewAnswer, { total: number }>['why']>;

/**
 * A dry run: which deals of the last 30 days an alert would have announced, each as of when it first met the alert, and why it would, or
 * would not, have announced one that is named. Votes and percentages are those of today.
 */
export async function previewAlert(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  fields: PreviewFields,
): Promise<PreviewAnswer> {
  const criteria = await resolveCriteria(db, undefined, fields);
  if ('message' in criteria) return { success: false, message: criteria.message };
  const names = await namesOf(db, criteria);
  const conditions = await conditionsOf(db, criteria, names);
  try {
    return await withSearchLimits(db, async (bounded) => {
      const found = await metBy(bounded, config.region, criteria, conditions, fields, new Date(clock().getTime() - DAYS * DAY_MS));
      const why =
        fields.threadid === undefined ? undefined : await explain(bounded, config.region, criteria, conditions, fields, fields.threadid);
      return {
        ...{ title: titleOf(criteria, names, config.region), criteriaId: criteriaIdOf(criteria) },
        ...{ perWeek: Math.round((found.length / DAYS) * 7 * 10) / 10, total: found.length },
        deals: found
          .slice(0, SHOWN)
          .map(({ threadId, title, metAt }) => ({ threadId, title, path: dealPath({ threadId, title }), matchedAt: metAt.toISOString() })),
        ...(why && { why }),
      };
    });
  } catch (error) {
    if (isTimeout(error)) return { success: false, message: 'There are too many matches to count. Please be more specific.' };
    throw error;
  }
}

/** Categories with everything below them: the index of deals knows their own alone. */
const WITH_BELOW = sql`with recursive below as (
    select id, id as named from categories
    union all select c.id, below.named from below join categories as c on c.parent_id = below.id)`;

/** The query for the index, with what is below categories. */
async function indexQuery(db: Db, query: string): Promise<string> {
  const named = [...query.matchAll(/'c:(\d+)'/g)].map(([, id]) => Number(id));
  if (named.length === 0) return query;
  const { rows } = await sql<{ named: number; ids: number[] }>`
    ${WITH_BELOW} select named, array_agg(id) as ids from below where named = any(${named}::int[]) group by named`.execute(db);
  const below = new Map(rows.map((row) => [row.named, row.ids]));
  return query.replaceAll(
    /'c:(\d+)'/g,
    (own, id: string) => `(${(below.get(Number(id)) ?? []).map((each) => `'c:${each}'`).join(' | ') || own})`,
  );
}

/** The deals that met an alert in that time, the newest first. */
async function metBy(
  db: Db,
  { currency }: Region,
  criteria: Criteria,
  conditions: Condition[],
  limits: Limits,
  from: Date,
): Promise<{ threadId: number; title: string; metAt: Date }[]> {
  const query = await indexQuery(db, queryOf(conditions));
  const isLimited = criteria.minCents !== undefined || criteria.maxCents !== undefined;
  const { rows } = await sql<{ threadId: number; title: string; metAt: Date }>`
    with candidate as materialized (
      select d.* from deals as d where d.search @@ ${query}::tsquery and d.status <> 'scheduled'
        and (d.posted_at >= ${from}::timestamptz or exists (
          select from price_observations as p where p.thread_id = d.thread_id and p.observed_on >= ${from}::timestamptz))
        and coalesce(d.percent_off, 0) >= ${criteria.minPercent ?? 0} and (${limits.votelevel} = 0 or d.votes_up - d.votes_down >= ${limits.votelevel})
        and (${limits.targetforums}::int[] = '{}' or d.forum_id = any(${limits.targetforums}::int[]))
      order by d.posted_at desc limit ${MOST_DEALS}),
    price as (
      select thread_id, greatest(posted_at, ${from}::timestamptz) as at, price_cents as cents, currency, null::int as before, false as is_low from candidate
      where posted_at >= ${from}::timestamptz
        and not exists (select from price_observations as p where p.thread_id = candidate.thread_id and p.observed_on >= ${from}::timestamptz)
      union all
      select p.thread_id, greatest(p.observed_on::timestamptz, d.posted_at), p.cents, d.currency, lag(p.cents) over history,
        p.cents < min(p.cents) over (history rows between unbounded preceding and 1 preceding)
      from candidate as d join price_observations as p using (thread_id)
      window history as (partition by p.thread_id order by p.observed_on)),
    met as (
      select distinct on (thread_id) thread_id, at from price
      where at >= ${from}::timestamptz and ${isLimited ? sql`currency = ${currency} and cents >= ${criteria.minCents ?? 0} and cents <= ${criteria.maxCents ?? HIGHEST_CENTS}` : sql`true`}
        and (not ${limits.newlow} or coalesce(is_low, false))
        and (before is null or cents < before)
      order by thread_id, at)
    select met.thread_id as "threadId", candidate.title, met.at as "metAt" from met join candidate using (thread_id) order by met.at desc, thread_id desc`.execute(
    db,
  );
  return rows;
}

/** What of an alert a deal meets now; undefined when there is no such deal. */
async function explain(
  db: Db,
  { currency, locale }: Region,
  criteria: Criteria,
  conditions: Condition[],
  limits: Limits,
  threadId: number,
): Promise<Why | undefined> {
  const { rows } = await sql<{
    title: string;
    status: string;
    currency: string;
    price_cents: number | null;
    price_terms: PriceTerms | null;
    percent: number;
    score: number;
    forum_id: number;
    is_low: boolean;
    met: boolean[];
  }>`
    select d.title, d.status, d.currency, d.price_cents, d.price_terms, coalesce(d.percent_off, 0) as percent, d.votes_up - d.votes_down as score, d.forum_id,
      exists (select from price_observations as p where p.thread_id = d.thread_id and p.cents > d.price_cents)
        and not exists (select from price_observations as p where p.thread_id = d.thread_id and p.cents < d.price_cents) as is_low,
      array(select alert_vector(d) @@ query::tsquery
        from unnest(${conditions.map(({ query }) => query)}::text[]) with ordinality as asked (query, n) order by n) as met
    from deals as d where d.thread_id = ${threadId} and d.status <> 'scheduled'`.execute(db);
  const [deal] = rows;
  if (!deal) return undefined;
  const money = (cents: number) => formatMoney(cents, currency, locale);
  const price =
    deal.price_terms || deal.price_cents === null ? dealPriceText(deal, locale) : formatMoney(deal.price_cents, deal.currency, locale);
  const within = (isMet: (cents: number) => boolean) => deal.currency === currency && deal.price_cents !== null && isMet(deal.price_cents);
  const { minCents, maxCents, minPercent } = criteria;
  const all = [
    { condition: 'has not expired', met: deal.status === 'live' },
    ...conditions.map(({ text }, index) => ({ condition: text, met: deal.met[index] ?? false })),
    ...(minCents === undefined
      ? []
      : [{ condition: `costs ${money(minCents)} or more (${price})`, met: within((cents) => cents >= minCents) }]),
    ...(maxCents === undefined
      ? []
      : [{ condition: `costs ${money(maxCents)} or less (${price})`, met: within((cents) => cents <= maxCents) }]),
    ...(minPercent === undefined
      ? []
      : [{ condition: `is ${minPercent}% off or more (${deal.percent}%)`, met: deal.percent >= minPercent }]),
    ...(limits.votelevel === 0
      ? []
      : [{ condition: `has ${limits.votelevel} votes or more (${deal.score})`, met: deal.score >= limits.votelevel }]),
    ...(limits.targetforums.length === 0
      ? []
      : [{ condition: 'is in one of the forums', met: limits.targetforums.includes(deal.forum_id) }]),
    ...(limits.newlow ? [{ condition: 'is at a new low', met: deal.is_low }] : []),
  ];
  return { threadId, title: deal.title, matches: all.every(({ met }) => met), conditions: all };
}
