import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Feed } from './address.ts';

/** Every feed the catalogue has. */
export async function allFeeds({ db }: Context): Promise<Feed[]> {
  const { rows } = await sql<{ kind: 'browse' | 'category' | 'store' | 'brand'; slug: string }>`
    select 'browse' as kind, slug from collections union all select 'category', slug from categories
    union all select 'store', slug from stores union all select 'brand', slug from brands order by kind, slug`.execute(db);
  return [{ kind: 'home' }, { kind: 'all' }, { kind: 'popular' }, { kind: 'for-you' }, ...rows];
}
