import { sql } from 'kysely';
import { missingOfferLists } from '../../lib/offer-lists.ts';
import type { Context } from '../../server/context.ts';
import type { OfferType } from '../../server/db/schema/catalogue.ts';
import type { Feed } from './address.ts';

/** Every feed of the catalogue; the built-in lists of offers are left out while they are empty. */
export async function allFeeds({ db }: Context): Promise<Feed[]> {
  const { rows } = await sql<{ kind: 'browse' | 'category' | 'store' | 'brand'; slug: string }>`
    select 'browse' as kind, slug from collections union all select 'category', slug from categories
    union all select 'store', slug from stores union all select 'brand', slug from brands order by kind, slug`.execute(db);
  const { rows: held } = await sql<{ type: OfferType }>`
    select type from unnest('{coupon,cashback}'::text[]) as type
    where exists (select from offers where offer_type = type and status in ('live', 'expired'))`.execute(db);
  const lists = missingOfferLists(rows.flatMap(({ kind, slug }) => (kind === 'browse' ? slug : []))).filter(({ rule }) =>
    held.some(({ type }) => type === rule.offerType),
  );
  return [
    ...([{ kind: 'home' }, { kind: 'all' }, { kind: 'popular' }, { kind: 'for-you' }] as const),
    ...rows,
    ...lists.map(({ slug }) => ({ kind: 'browse' as const, slug })),
  ];
}
