import { sql, type RawBuilder } from 'kysely';
import { dataLayer, SITE_PICTURE } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { feedPath, type Feed } from '../feeds/address.ts';
import { directoryAt, type Directory, type DirectoryEntry, type DirectoryGroup, type DirectoryPage } from './directory.ts';
import { groupByLetter } from './group-by-letter.ts';

/** Stores or brands that a directory lists at most: some hundred kilobytes of HTML. */
const MOST_LISTED = 1_000;

/**
 * The directory at an address of the catch-all; undefined where none is.
 * @param most how many stores or brands it lists
 */
export async function loadDirectory(
  context: Context,
  feed: Feed,
  { most = MOST_LISTED }: { most?: number } = {},
): Promise<DirectoryPage | undefined> {
  const directory = directoryAt(feed);
  if (!directory) return undefined;
  const { kind: of, lists, title, description, path } = directory;
  const { db, config } = context;
  const { groups, shortened } = lists === 'category' ? await categoryGroups(db) : await letterGroups(db, lists, config.region.locale, most);
  return {
    pageData: { type: 'directory', of, path, title, description, groups, shortened },
    pageLayout: { header: true, footer: true, background: 'grey', breadcrumbs: [{ name: title, path }] },
    pageMetadata: {
      title: `${title} | ${config.siteName}`,
      description,
      canonical: path,
      // To search engines an empty page that answers is an error.
      robots: groups.length > 0 ? 'index,follow' : 'noindex,follow',
      image: SITE_PICTURE,
      dataLayer: dataLayer({ pageType: 'directory', section: 'site', group: of, name: ['directory', of], pco: false }),
    },
  };
}

type Row = Omit<DirectoryEntry, 'path'> & { slug: string };

const toEntry = (lists: Directory['lists'], { slug, ...row }: Row): DirectoryEntry => ({ ...row, path: feedPath({ kind: lists, slug }) });

/** Live deals by store, brand or category, as the indexes of feeds hold them. */
const liveDeals = (column: 'store_id' | 'brand_id' | 'category_id') => sql`
  select ${sql.ref(column)} as id, count(*)::int as deals from deals where status <> 'scheduled' and expired_last = 0 group by ${sql.ref(column)}`;

async function letterGroups(db: Db, lists: 'store' | 'brand', locale: string, most: number) {
  const statement: RawBuilder<Row> =
    lists === 'brand'
      ? sql`
        with live as (${liveDeals('brand_id')})
        select b.slug, b.name, live.deals, 0 as offers from live join brands as b using (id)
        order by deals desc, slug limit ${most + 1}`
      : sql`
        with live as (${liveDeals('store_id')}),
          live_offers as (select store_id as id, count(*)::int as offers from offers where status = 'live' group by store_id)
        select s.slug, s.name, coalesce(deals, 0) as deals, coalesce(offers, 0) as offers
        from live full join live_offers using (id) join stores as s using (id)
        order by coalesce(deals, 0) + coalesce(offers, 0) desc, slug limit ${most + 1}`;
  const { rows } = await statement.execute(db);
  const entries = rows.slice(0, most).map((row) => toEntry(lists, row));
  return { groups: groupByLetter(entries, locale), shortened: rows.length > most };
}

/** Each category of the top with those below it, in the order of the menu; a deal counts for its category and all above. */
async function categoryGroups(db: Db): Promise<{ groups: DirectoryGroup[]; shortened: boolean }> {
  const { rows } = await sql<Row & { is_top: boolean }>`
    with recursive live as (${liveDeals('category_id')}),
      down as (
        select id, array[lpad(position::text, 10, '0'), slug] as place from categories where parent_id is null
        union all
        select c.id, down.place || array[lpad(c.position::text, 10, '0'), c.slug] from categories as c join down on c.parent_id = down.id
      ),
      up as (
        select id, deals from live
        union all
        select c.parent_id, up.deals from up join categories as c using (id) where c.parent_id is not null
      ),
      total as (select id, sum(deals)::int as deals from up group by id)
    select c.slug, c.name, c.parent_id is null as is_top, total.deals, 0 as offers
    from total join categories as c using (id) join down using (id) order by down.place`.execute(db);
  const groups: DirectoryGroup[] = [];
  for (const { is_top: isTop, ...row } of rows) {
    const entry = toEntry('category', row);
    if (isTop) groups.push({ name: entry.name, entry, entries: [] });
    else groups.at(-1)?.entries.push(entry);
  }
  return { groups, shortened: false };
}
