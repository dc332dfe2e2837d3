import { sql } from 'kysely';
import { formatDate } from '../../lib/dates.ts';
import type { Price } from '../../lib/price-terms.ts';
import type { Region } from '../../lib/region.ts';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';
import { compareWith, readDeal, readOffer, type DealMatch, type ReadDeal } from './matching/same-deal.ts';
import { productAddress } from './matching/product-address.ts';
import { comparedOf, POSTED_COLUMNS, type PostedRow } from './posted-row.server.ts';

/** A deal that is being typed. */
interface DraftDeal {
  title: string;
  url: string;
  /** Undefined as long as it is not typed: any price then counts as the same. */
  price: Price | undefined;
  currency: string;
  couponCode: string | null;
}

/** A deal that looks like it. */
interface DraftDuplicate {
  threadId: number;
  title: string;
  path: string;
  why: string;
}

/** A store's deals that a draft is compared with: the last ones within the days that the rule looks at. */
const MOST_COMPARED = 500;
const MOST_FOUND = 5;

/** Deals of a store that look like one that is being typed, by the rule of imports (decision 059), the newest first. */
export async function duplicatesOfDraft(
  db: Db,
  draft: DraftDeal,
  { storeSlug, now, region }: { storeSlug: string; now: Date; region: Region },
): Promise<DraftDuplicate[]> {
  const { rows } = await sql<PostedRow>`
    select ${POSTED_COLUMNS}
    from stores join deals as d on d.store_id = stores.id
    where stores.slug = ${storeSlug} and d.posted_at > ${now}::timestamptz - interval '7 days' and d.status = 'live'
    order by d.posted_at desc, d.thread_id desc limit ${MOST_COMPARED}`.execute(db);
  const { title, url, couponCode, price, currency } = draft;
  const priced = { priceCents: price?.cents ?? null, priceTerms: price?.terms ?? null, currency };
  const typed = readDeal({ title, url, couponCode, expired: false, ...priced }, rows[0]?.store ?? '');
  const found: DraftDuplicate[] = [];
  for (const row of rows) {
    const match = title === '' ? samePage(typed, row) : sameProduct(typed, price !== undefined, row);
    if (!match) continue;
    const why = `${WHY[match]}, posted ${formatDate(row.posted_at, region)}`;
    found.push({ threadId: row.thread_id, title: row.title, path: dealPath({ threadId: row.thread_id, title: row.title }), why });
    if (found.length === MOST_FOUND) break;
  }
  return found;
}

const WHY = {
  price: 'The same product at the same store and price',
  coupon: 'The same product at the same store, with a coupon',
  product: 'The same product at the same store',
  page: 'The same page of the store',
} as const;

const samePage = ({ address }: ReadDeal, row: PostedRow) => (address && address.id === productAddress(row.url)?.id ? 'page' : undefined);

function sameProduct(typed: ReadDeal, isPriced: boolean, row: PostedRow): DealMatch | 'product' | undefined {
  const other = comparedOf(row);
  if (isPriced) return compareWith(typed, other, row.store);
  const { price, currency } = readOffer(other);
  return compareWith({ ...typed, price, currency }, other, row.store) && 'product';
}
