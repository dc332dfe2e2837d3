import type { Db } from '../../server/db/database.ts';
import { hasExpired, written, writtenAmount, writtenDate, writtenText, type Page, type PageRequest } from './written.ts';

export async function offerPage(db: Db, { after, limit, source, now }: PageRequest): Promise<Page> {
  const rows = await db
    .selectFrom('offers')
    .leftJoin('stores', 'stores.id', 'offers.store_id')
    .selectAll('offers')
    .select('stores.slug as store')
    .where('offers.id', '>', after)
    .$if(source !== undefined, (query) => query.where('offers.source', '=', source ?? ''))
    .orderBy('offers.id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    record: {
      type: 'offer',
      source: row.source,
      sourceId: row.source_id,
      offerType: row.offer_type,
      title: row.title,
      description: writtenText(row.description),
      kind: written(row.kind),
      store: written(row.store),
      maker: written(row.maker),
      code: written(row.code),
      percent: written(row.percent),
      amount: writtenAmount(row.amount_cents),
      minimum: writtenAmount(row.minimum_cents),
      currency: row.currency,
      terms: writtenText(row.terms),
      url: written(row.url),
      postedAt: row.posted_at.toISOString(),
      startsAt: writtenDate(row.starts_at),
      expiresAt: writtenDate(row.expires_at),
      expired: hasExpired(row, now),
      year: written(row.year),
    },
  }));
}
