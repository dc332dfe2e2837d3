import type { Db } from '../../server/db/database.ts';
import { hasExpired, exportValue, exportAmount, exportDate, exportText, type Page, type PageRequest } from './export-values.ts';

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
      description: exportText(row.description),
      kind: exportValue(row.kind),
      store: exportValue(row.store),
      maker: exportValue(row.maker),
      code: exportValue(row.code),
      percent: exportValue(row.percent),
      amount: exportAmount(row.amount_cents),
      minimum: exportAmount(row.minimum_cents),
      currency: row.currency,
      terms: exportText(row.terms),
      url: exportValue(row.url),
      postedAt: row.posted_at.toISOString(),
      startsAt: exportDate(row.starts_at),
      expiresAt: exportDate(row.expires_at),
      expired: hasExpired(row, now),
      year: exportValue(row.year),
      offerId: row.id,
    },
  }));
}
