import { sql } from 'kysely';
import { counted } from '../../lib/counted.ts';
import { formatMoney } from '../../lib/money.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';
import type { Db } from '../../server/db/database.ts';
import { hasThreadId } from '../deals/merged-into.server.ts';
import { dealPriceText } from '../deals/price-text.ts';
import { shownVotes } from '../posts/shown-votes.server.ts';
import type { MatchExplanation } from './deal-question.ts';
import type { Wanted } from './met-deals.server.ts';

interface Deal {
  title: string;
  status: string;
  currency: string;
  price_cents: number | null;
  price_terms: PriceTerms | null;
  percent: number;
  score: number | null;
  forum_id: number;
  is_low: boolean;
  /** Of each condition on words and filters whether the deal meets it. */
  met: boolean[];
}

/** Which conditions of an alert a deal meets now, or the one that it was merged into; undefined when there is no such deal. */
export async function explainDeal(db: Db, wanted: Wanted, threadId: number): Promise<MatchExplanation | undefined> {
  const deal = await findDeal(db, wanted, threadId);
  if (!deal) return undefined;
  const conditions = conditionsOn(deal, wanted);
  return { threadId, title: deal.title, matches: conditions.every(({ met }) => met), conditions };
}

async function findDeal(db: Db, { conditions, showsFrom }: Wanted, threadId: number): Promise<Deal | undefined> {
  const { rows } = await sql<Deal>`
    select d.title, d.status, d.currency, d.price_cents, d.price_terms, coalesce(d.percent_off, 0) as percent, ${shownVotes('d', showsFrom)} as score,
      d.forum_id,
      -- A price that comes back is no new low, nor is one that stays its first.
      exists (select from price_observations as p where p.thread_id = d.thread_id and p.cents > d.price_cents)
        and not exists (select from price_observations as p where p.thread_id = d.thread_id and p.cents <= d.price_cents
          and (p.cents < d.price_cents or exists (
            select from price_observations as later
            where later.thread_id = d.thread_id and later.cents > d.price_cents and later.observed_on > p.observed_on))) as is_low,
      array(select alert_vector(d) @@ query::tsquery
        from unnest(${conditions.map(({ query }) => query)}::text[]) with ordinality as asked (query, n) order by n) as met
    from deals as d where ${hasThreadId(threadId)} and d.status <> 'scheduled'`.execute(db);
  return rows[0];
}

function conditionsOn(
  deal: Deal,
  { criteria, conditions, limits, region: { currency, locale } }: Wanted,
): { condition: string; met: boolean }[] {
  const money = (cents: number) => formatMoney(cents, currency, locale);
  const price =
    deal.price_terms || deal.price_cents === null ? dealPriceText(deal, locale) : formatMoney(deal.price_cents, deal.currency, locale);
  const within = (isMet: (cents: number) => boolean) => deal.currency === currency && deal.price_cents !== null && isMet(deal.price_cents);
  const { minCents, maxCents, minPercent } = criteria;
  const { votelevel, targetforums, newlow } = limits;
  const all = [
    { condition: 'has not expired', met: deal.status === 'live' },
    ...conditions.map(({ text }, index) => ({ condition: text, met: deal.met[index] ?? false })),
    minCents !== undefined && { condition: `costs ${money(minCents)} or more (${price})`, met: within((cents) => cents >= minCents) },
    maxCents !== undefined && { condition: `costs ${money(maxCents)} or less (${price})`, met: within((cents) => cents <= maxCents) },
    minPercent !== undefined && { condition: `is ${minPercent}% off or more (${deal.percent}%)`, met: deal.percent >= minPercent },
    votelevel !== 0 && {
      condition: `has ${counted(votelevel, 'vote')} or more (${deal.score ?? 'they do not show yet'})`,
      met: deal.score !== null && deal.score >= votelevel,
    },
    targetforums.length > 0 && { condition: 'is in one of the forums', met: targetforums.includes(deal.forum_id) },
    newlow && { condition: 'is at a new low', met: deal.is_low },
  ];
  return all.filter((each) => each !== false);
}
