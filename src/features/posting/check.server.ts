import type { Context } from '../../server/context.ts';
import { parseContextOf, parseFields } from '../catalogue/parse-fields.ts';
import { duplicatesOfDraft } from '../catalogue-files/draft-duplicates.server.ts';
import { parsePrice } from '../../lib/price-terms.ts';
import type { Checked } from './contracts/check.ts';
import type { PostFields } from './contracts/fields.ts';
import { findStore, shopHost } from './find-store.server.ts';
import { guessCategory } from './guess-category.server.ts';

/** What is known of a deal while it is typed: deals that look like it, its store by the address, its category by the title. */
export async function checkPost(context: Context, typed: PostFields): Promise<Checked> {
  const { db, clock, config } = context;
  const store = await findStore(db, typed.store, shopHost(typed.url));
  const category = await guessCategory(db, typed.title);
  const { value } = parseFields('deal', { ...(typed.price !== '' && { price: typed.price }) }, parseContextOf(context));
  const draft = {
    title: typed.title,
    url: typed.url,
    couponCode: typed.couponCode || null,
    price: typeof value['price'] === 'string' ? parsePrice(value['price']) : undefined,
    currency: typeof value['currency'] === 'string' ? value['currency'] : config.region.currency,
  };
  const around = { now: clock(), region: config.region };
  return {
    duplicates: store?.slug === undefined ? [] : await duplicatesOfDraft(db, draft, { ...around, storeSlug: store.slug }),
    ...(store?.slug !== undefined && { store: store.slug, storeName: store.name }),
    ...(category !== undefined && { category }),
  };
}
