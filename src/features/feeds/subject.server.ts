import { sql } from 'kysely';
import { OFFER_LISTS } from '../../lib/offer-lists.ts';
import type { Crumb } from '../../lib/page.ts';
import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { feedPath, type Feed } from './address.ts';
import { categoryInSentence, categoryTitle } from './category-title.ts';

/** The subject of a feed: its texts, its breadcrumbs, and what its items are filed under. */
export interface Subject {
  title: string;
  description: string;
  breadcrumbs: Crumb[];
  /** Links to narrower feeds. */
  children: Crumb[];
  store?: { id: number; name: string; host: string; slug: string };
  collection?: { id: number; rule: CollectionRule };
  brand?: { id: number; name: string };
  /** The category itself, and those below it. */
  category?: { id: number; name: string };
  categoryIds?: number[];
}

/** The subject of a feed; undefined when its slug names nothing. */
export async function feedSubject(db: Db, feed: Feed): Promise<Subject | undefined> {
  switch (feed.kind) {
    case 'home':
      return { ...WORDS.home, breadcrumbs: [], children: await topCategories(db) };
    case 'all':
    case 'popular':
    case 'for-you':
      return {
        ...WORDS[feed.kind],
        breadcrumbs: [{ name: WORDS[feed.kind].title, path: feedPath(feed) }],
        children: await topCategories(db),
      };
    case 'browse':
      return collectionSubject(db, feed.slug);
    case 'category':
      return categorySubject(db, feed.slug);
    case 'store':
      return storeSubject(db, feed.slug);
    case 'brand':
      return brandSubject(db, feed.slug);
  }
}

const WORDS = {
  home: {
    title: 'Frontpage deals',
    description: 'Deals that members voted up, newest first, with their price history.',
  },
  all: { title: 'All deals', description: 'Every deal that was posted, newest first.' },
  popular: { title: 'Popular deals', description: 'What members vote for right now.' },
  'for-you': { title: 'For you', description: 'Top deals from every category.' },
} as const;

async function topCategories(db: Db): Promise<Crumb[]> {
  const rows = await db
    .selectFrom('categories')
    .select(['slug', 'name'])
    .where('parent_id', 'is', null)
    .orderBy('position')
    .orderBy('slug')
    .execute();
  return rows.map(toCategoryCrumb);
}

const toCategoryCrumb = (row: { slug: string; name: string }): Crumb => ({ name: row.name, path: `/category/${row.slug}` });

async function collectionSubject(db: Db, slug: string): Promise<Subject | undefined> {
  const own = await db.selectFrom('collections').selectAll().where('slug', '=', slug).executeTakeFirst();
  const row = own ?? OFFER_LISTS.find((list) => list.slug === slug);
  if (!row) return undefined;
  const others = await db
    .selectFrom('collections')
    .select(['slug', 'title'])
    .where('slug', '<>', slug)
    .orderBy('position')
    .orderBy('slug')
    .execute();
  const held = row.rule.items === 'deals' ? 'Deals' : row.rule.offerType === 'coupon' ? 'Coupons' : 'Cashback';
  return {
    title: row.title,
    description: row.description || `${held} in “${row.title}”.`,
    breadcrumbs: [{ name: row.title, path: `/browse/${slug}` }],
    children: others.map((other) => ({ name: other.title, path: `/browse/${other.slug}` })),
    collection: { id: row.id, rule: row.rule },
  };
}

async function categorySubject(db: Db, slug: string): Promise<Subject | undefined> {
  const row = await db.selectFrom('categories').selectAll().where('slug', '=', slug).executeTakeFirst();
  if (!row) return undefined;
  const below = await db
    .withRecursive('below', (q) =>
      q
        .selectFrom('categories')
        .select(['id', 'slug', 'name', 'parent_id', 'position'])
        .where('id', '=', row.id)
        .unionAll((more) =>
          more
            .selectFrom('categories as c')
            .innerJoin('below', 'below.id', 'c.parent_id')
            .select(['c.id', 'c.slug', 'c.name', 'c.parent_id', 'c.position']),
        ),
    )
    .selectFrom('below')
    .selectAll()
    .orderBy('position')
    .orderBy('slug')
    .execute();
  const breadcrumbs = (await categoryPaths(db, [row.id])).get(row.id) ?? [];
  return {
    title: categoryTitle(row.name),
    description: `Deals on ${categoryInSentence(row.name)}, with their price history.`,
    breadcrumbs,
    children: below.filter(({ parent_id }) => parent_id === row.id).map(toCategoryCrumb),
    category: { id: row.id, name: row.name },
    categoryIds: below.map(({ id }) => id),
  };
}

/** For each category, by id, the path from the top category down to it. */
export async function categoryPaths(db: Db, ids: number[]): Promise<Map<number, Crumb[]>> {
  const { rows } = await sql<{ leaf: number; slug: string; name: string }>`
    with recursive up as (
      select id as leaf, slug, name, parent_id, 0 as height from categories where id = any(${ids}::int[])
      union all
      select up.leaf, c.slug, c.name, c.parent_id, up.height + 1 from categories c join up on c.id = up.parent_id
    )
    select leaf, slug, name from up order by height desc`.execute(db);
  const paths = Map.groupBy(rows, ({ leaf }) => leaf);
  return new Map([...paths].map(([leaf, path]) => [leaf, path.map(toCategoryCrumb)]));
}

async function storeSubject(db: Db, slug: string): Promise<Subject | undefined> {
  const row = await db.selectFrom('stores').selectAll().where('slug', '=', slug).executeTakeFirst();
  return (
    row && {
      title: `${row.name} deals and coupons`,
      description: row.description || `Deals and coupons of ${row.name}, with their price history.`,
      breadcrumbs: [
        { name: 'Stores', path: '/browse/stores' },
        { name: row.name, path: `/store/${slug}` },
      ],
      children: [],
      store: { id: row.id, name: row.name, host: row.host, slug },
    }
  );
}

async function brandSubject(db: Db, slug: string): Promise<Subject | undefined> {
  const row = await db.selectFrom('brands').selectAll().where('slug', '=', slug).executeTakeFirst();
  return (
    row && {
      title: `${row.name} deals`,
      description: `Deals on products by ${row.name}, from every store.`,
      breadcrumbs: [
        { name: 'Brands', path: '/browse/brands' },
        { name: row.name, path: `/brand/${slug}` },
      ],
      children: [],
      brand: { id: row.id, name: row.name },
    }
  );
}
