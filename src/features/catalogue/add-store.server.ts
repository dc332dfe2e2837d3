import type { Db } from '../../server/db/database.ts';
import { isInSlugs, slugify } from '../../lib/slug.ts';

/** Adds a store that somebody named, with the host of its addresses. @returns its slug */
export async function addStore(transaction: Db, { name, host }: { name: string; host: string }): Promise<string> {
  const wanted = slugify(isInSlugs(name) ? name : host);
  const taken = await transaction.selectFrom('stores').select('slug').where('slug', '=', wanted).executeTakeFirst();
  // Another store of that name has another host: `findStore` would have found it otherwise.
  const slug = taken ? slugify(`${wanted.slice(0, 60)} ${host}`) : wanted;
  await transaction
    .insertInto('stores')
    .values({ slug, name, host, url: `https://${host}/`, description: '' })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return slug;
}
