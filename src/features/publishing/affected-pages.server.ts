import type { Db } from '../../server/db/database.ts';
import { threadsWrittenIn } from '../comments/comments.server.ts';
import { neighboursOf } from '../deals/related.server.ts';
import { dealsAroundTheLast, dealsWithCoupons } from '../deals/coupon-deals.server.ts';
import { offersBeside } from '../offers/offers.server.ts';
import type { Change, OfferFacts } from './change.ts';
import { pageTargetName, type PageTarget } from '../rendering/page-target.ts';
import { URGENCY } from './queue.ts';
import { loadTaxonomy } from './taxonomy.server.ts';
import { affectedPages } from './affected-pages.ts';

/** The targets that may show changes. */
export interface AffectedPages {
  /** The urgency of each, by its name. */
  urgencies: Map<string, number>;
  /** Whether any other target may show them, too. */
  everything: boolean;
}

/** The targets that may show what has changed. */
export async function findAffectedPages(db: Db, changes: Change[]): Promise<AffectedPages> {
  const { urgencies, everything } = await pagesOfEachChange(db, changes);
  const together = await pagesOfAllChanges(db, changes);
  for (const [name, urgency] of together.urgencies) urgencies.set(name, Math.min(urgency, urgencies.get(name) ?? Infinity));
  return { urgencies, everything: everything || together.everything };
}

/** The targets that may show any of these changes, which may be some of those that were made together. */
export async function pagesOfEachChange(db: Db, changes: Change[]): Promise<AffectedPages> {
  const urgencies = new Map<string, number>();
  const taxonomy = await loadTaxonomy(db);
  const neighbours = await loadNeighbours(db, changes);
  let everything = false;
  for (const change of changes) {
    const targets = affectedPages(change, taxonomy, neighbours(change));
    if (!targets) everything = true;
    for (const target of targets ?? []) {
      const name = pageTargetName(target);
      urgencies.set(name, Math.min(urgencyOf(change, target), urgencies.get(name) ?? Infinity));
    }
  }
  const regarded = changes.flatMap((change) => (change.subject === 'reputation' ? [change.id] : []));
  for (const id of regarded.length > 0 ? await threadsWrittenIn(db, regarded) : []) {
    const name = pageTargetName({ kind: 'deal', id });
    if (!urgencies.has(name)) urgencies.set(name, URGENCY.reputation);
  }
  return { urgencies, everything };
}

/** The targets that may differ by what all changes since some moment come to: how many deals of a store changed says which pages may show other coupons. */
export async function pagesOfAllChanges(db: Db, changes: Change[]): Promise<AffectedPages> {
  const urgency = changes.some(({ ofMany }) => ofMany) ? URGENCY.many : URGENCY.quiet;
  const besideCoupons = await dealsBesideCoupons(db, changes);
  return {
    urgencies: new Map(besideCoupons.map((id) => [pageTargetName({ kind: 'deal', id }), urgency])),
    everything: await changesMenu(db, changes),
  };
}

/** Deals whose pages show different coupons of their store than before, or now show some or none (decision 075). */
async function dealsBesideCoupons(db: Db, changes: Change[]): Promise<number[]> {
  const coupons = new Set<number>();
  const changed = new Map<number, number>();
  for (const change of changes) {
    if (change.subject === 'offer')
      for (const facts of [change.before, change.after])
        if (facts?.type === 'coupon' && facts.status === 'live' && facts.store !== null) coupons.add(facts.store);
    if (change.subject === 'deal' && !change.quiet)
      for (const store of new Set([change.before?.store, change.after?.store]))
        if (store !== undefined) changed.set(store, (changed.get(store) ?? 0) + 1);
  }
  return [...(await dealsWithCoupons(db, [...coupons])), ...(await dealsAroundTheLast(db, changed))];
}

/** Whether the first coupon or cashback was added, or the last one removed: the menu on all pages has a link to them only while there are some. */
async function changesMenu(db: Db, changes: Change[]): Promise<boolean> {
  const offers = changes.filter((change) => change.subject === 'offer');
  for (const type of ['coupon', 'cashback'] as const) {
    const isShown = (facts: OfferFacts | null) => facts !== null && facts.type === type && facts.status !== 'scheduled';
    const came = offers.filter(({ before, after }) => isShown(after) && !isShown(before)).length;
    const went = offers.filter(({ before, after }) => isShown(before) && !isShown(after)).length;
    if (came === 0 && went === 0) continue;
    const some = await db
      .selectFrom('offers')
      .select('id')
      .where('offer_type', '=', type)
      .where('status', 'in', ['live', 'expired'])
      .limit(came + 1)
      .execute();
    if (some.length <= came) return true;
  }
  return false;
}

function urgencyOf(change: Change, target: PageTarget): number {
  if (target.kind === 'sitemap') return URGENCY.sitemap;
  if (target.kind === 'text') return URGENCY.own;
  if (change.ofMany) return target.kind === 'feed' ? URGENCY.listsOfMany : URGENCY.many;
  if (change.subject === 'comments' || (change.subject === 'deal' && change.quiet)) return URGENCY.quiet;
  if (target.kind === 'feed') return URGENCY.list;
  return 'id' in target && 'id' in change && target.id === change.id ? URGENCY.own : URGENCY.neighbour;
}

async function loadNeighbours(db: Db, changes: Change[]): Promise<(change: Change) => number[]> {
  const deals = changes.filter((change) => change.subject === 'deal');
  const categories = deals.flatMap(({ id, before, after }) =>
    [...new Set([before?.category, after?.category])].flatMap((categoryId) =>
      categoryId === undefined ? [] : [{ threadId: id, categoryId }],
    ),
  );
  const besideDeals = categories.length > 0 ? await neighboursOf(db, categories) : new Map<number, number[]>();
  const offers = changes.filter((change) => change.subject === 'offer');
  const stores = [...new Set(offers.flatMap(({ before, after }) => [before?.store, after?.store]))].filter((id) => id != null);
  const besideOffers = stores.length > 0 ? await offersBeside(db, stores) : new Map<number, number[]>();
  return (change) => {
    if (change.subject === 'deal') return besideDeals.get(change.id) ?? [];
    if (change.subject !== 'offer') return [];
    return [change.before?.store, change.after?.store].flatMap((store) => (store == null ? [] : (besideOffers.get(store) ?? [])));
  };
}
