import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { Stage } from '../../server/db/staging.ts';
import { append } from '../../lib/append.ts';
import { bareHost } from '../../lib/same-host.ts';
import { slugify } from '../../lib/slug.ts';
import { CategoryPaths, nameOf, type KnownCategory } from './category-paths.ts';
import { freeSlug, slugOfName } from './name-slugs.ts';

/** A record that was created because deals named it. */
export interface CreatedRecord {
  type: 'store' | 'category' | 'brand' | 'forum';
  slug: string;
  name: string;
  /** A store's host; the slug of the category that a category is below. */
  detail: string | undefined;
  /** Slugs of other stores with that host, which may be the same store under another name. */
  sameHost?: string[];
}

/** Why names could not be resolved, by type and name (`store Acme`), where the reason is more than that nothing has the name. */
export type Unresolved = Map<string, string>;

/** A name that staged records are filed under and that is not a slug, with its first occurrence. */
interface Unknown {
  value: string;
  file: number;
  line: number;
  /** The host of most addresses in records with this name, or the whole origin where that has a port. */
  address: string | null;
}

/** Where a store is. */
interface StoreSite {
  host: string;
  url: string;
}

/** What a name is to be replaced with. */
type Resolved = Map<string, string>;

const TABLES = { store: 'stores', category: 'categories', brand: 'brands', forum: 'forums' } as const;

/** How many kinds of missing records deals may name: stores, brands, categories and forums. */
export const MISSING_KINDS = 4;

/**
 * Finds stores, categories and brands of staged deals and offers by name, where they are not given by slug, and replaces names with slugs.
 * @param createMissing stages what is not found: stores with the host of their deals, categories with those above them, brands, forums
 * @param onProgress called with how many of the kinds (`MISSING_KINDS`) were looked for
 * @returns what was staged, and why other names were not resolved
 */
export async function createMissingRecords(
  db: Db,
  stage: Stage,
  createMissing: boolean,
  onProgress: (done: number) => void | Promise<void>,
): Promise<{ made: CreatedRecord[]; unresolved: Unresolved }> {
  const made: CreatedRecord[] = [];
  const unresolved: Unresolved = new Map();
  if (stage.count('deal') + stage.count('offer') === 0) return { made, unresolved };
  let done = 0;
  for (const type of ['store', 'brand'] as const) {
    const unknown = await unknownNames(db, type);
    const resolved = await namedAlike(db, type, unknown);
    if (createMissing) {
      append(made, await makeNamed(db, stage, type, unknown, resolved));
      noteNotCreated(unresolved, type, unknown, resolved);
    }
    await replaceNames(db, type, resolved);
    await onProgress(++done);
  }
  const unknown = await unknownNames(db, 'category');
  if (unknown.length > 0) {
    const resolved: Resolved = new Map();
    append(made, await findCategories(db, stage, unknown, { resolved, unresolved }, createMissing));
    if (createMissing) noteNotCreated(unresolved, 'category', unknown, resolved);
    await replaceNames(db, 'category', resolved);
  }
  await onProgress(++done);
  if (createMissing) append(made, await makeForums(db, stage));
  if (made.length > 0) await stage.finish();
  await onProgress(MISSING_KINDS);
  return { made, unresolved };
}

function noteNotCreated(unresolved: Unresolved, type: 'store' | 'brand' | 'category', unknown: Unknown[], resolved: Resolved): void {
  for (const one of unknown) {
    const name = `${type} ${one.value}`;
    if (!resolved.has(one.value) && !unresolved.has(name)) unresolved.set(name, `cannot be made: ${reasonNotCreated(type, one)}`);
  }
}

function reasonNotCreated(type: 'store' | 'brand' | 'category', { value, address }: Unknown): string {
  if (type === 'store')
    return address === null ? 'no address says where it is' : `its deals lead to "${parseAddress(address)?.hostname ?? address}"`;
  return /[^\s>›»]/.test(value) ? 'several have that name' : 'it has no name';
}

async function unknownNames(db: Db, type: CreatedRecord['type']): Promise<Unknown[]> {
  const { rows } = await sql<Unknown>`
    with named as (
      select data->>${sql.lit(type)} as value, seq, file, line,
        regexp_replace(substring(lower(data->>'url') from '^https?://[^/?#]+'), '^https?://(?:www\\.)?([^:]+)$', '\\1') as address
      from staged where type in ('deal', 'offer') and data->>${sql.lit(type)} is not null)
    select value, (array_agg(file order by seq))[1] as file, (array_agg(line order by seq))[1] as line,
      mode() within group (order by address) as address
    from named
    where value not in (select slug from ${sql.table(TABLES[type])})
      and value not in (select source_id from staged where type = ${type} and source = '')
    group by value order by min(seq)`.execute(db);
  return rows;
}

/**
 * Resolves names, whatever their case, to the one store or brand with the name or its slug; where slugs cannot distinguish several, to the
 * first.
 */
async function namedAlike(db: Db, type: 'store' | 'brand', unknown: Unknown[]): Promise<Resolved> {
  if (unknown.length === 0) return new Map();
  const wanted = JSON.stringify(unknown.map(({ value }) => ({ value, slug: slugOfName(value) ?? null })));
  const { rows } = await sql<{ value: string; slug: string }>`
    with wanted as (select * from jsonb_to_recordset(${wanted}::jsonb) as w(value text, slug text)),
      known as (
        select slug, name from ${sql.table(TABLES[type])}
        union select source_id, data->>'name' from staged where type = ${type} and data is not null),
      alike as (
        select w.value, min(known.slug) as slug from wanted as w join known on lower(known.name) = lower(w.value)
        group by w.value, w.slug having count(distinct known.slug) = 1 or w.slug is null)
    select value, slug from alike
    union all
    select w.value, known.slug from wanted as w join known on known.slug = w.slug where w.value not in (select value from alike)`.execute(
    db,
  );
  return new Map(rows.map(({ value, slug }) => [value, slug]));
}

/**
 * Stages a store or brand for each name that matches none, and stores its slug in `resolved`. Names that differ only in case, or in what
 * slugs leave out, are one; names in scripts that slugs leave out are compared as they are.
 */
async function makeNamed(db: Db, stage: Stage, type: 'store' | 'brand', unknown: Unknown[], resolved: Resolved): Promise<CreatedRecord[]> {
  const missing = unknown.flatMap(({ address, ...one }) => {
    const site = type === 'store' ? siteOf(address) : undefined;
    return !resolved.has(one.value) && (type === 'brand' || site) ? [{ ...one, site }] : [];
  });
  if (missing.length === 0) return [];
  const taken = await takenSlugs(db, type);
  const made = new Map<string, CreatedRecord>();
  for (const { value, file, line, site } of missing) {
    const key = slugOfName(value) ?? value.toLowerCase();
    const slug = made.get(key)?.slug ?? freeSlug(wantedSlugs(value, site), value, type, (one) => taken.has(one));
    resolved.set(value, slug);
    if (made.has(key)) continue;
    taken.add(slug);
    const name = nameOf(value);
    made.set(key, { type, slug, name, detail: site?.host });
    const data = { type, slug, name, ...(site && { ...site, description: '' }) };
    await stage.add({ type, source: '', sourceId: slug, file, line, data });
  }
  return type === 'store' ? withSameHost(db, [...made.values()]) : [...made.values()];
}

/** Adds which other stores have the host of one that is made: those of the site and of the files, and those made before it. */
async function withSameHost(db: Db, made: CreatedRecord[]): Promise<CreatedRecord[]> {
  const hosts = JSON.stringify(made.map(({ detail }) => detail));
  const { rows } = await sql<{ slug: string; host: string }>`
    with known as (
      select slug, host from stores
      union select source_id, data->>'host' from staged where type = 'store' and data is not null)
    select slug, bare as host from known, regexp_replace(lower(known.host), '^www\\.', '') as bare
    where bare in (select jsonb_array_elements_text(${hosts}::jsonb)) order by slug`.execute(db);
  return made.map((one, index) => {
    const makes = new Set(made.slice(index).map(({ slug }) => slug));
    const before = made.slice(0, index).filter(({ detail }) => detail === one.detail);
    const known = rows.filter(({ slug, host }) => host === one.detail && !makes.has(slug));
    const sameHost = [...new Set([...known, ...before].map(({ slug }) => slug))];
    return sameHost.length > 0 ? { ...one, sameHost } : one;
  });
}

/** The slug of the name, or, for a store whose name gives none, that of its host. */
function wantedSlugs(name: string, site: StoreSite | undefined): string[] {
  const slug = slugOfName(name) ?? (site && slugify(site.host));
  return slug === undefined ? [] : [slug];
}

async function takenSlugs(db: Db, type: 'store' | 'brand'): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(TABLES[type])} union select source_id from staged where type = ${type} and source = ''`.execute(db);
  return new Set(rows.map(({ slug }) => slug));
}

const parseAddress = (address: string) => URL.parse(address.includes('://') ? address : `https://${address}`);

/** The site of a store whose deals lead to an address; undefined where that is not a web host, such as `localhost`. */
function siteOf(address: string | null): StoreSite | undefined {
  const url = address === null ? null : parseAddress(address);
  if (!url) return undefined;
  const host = bareHost(url.hostname).replace(/\.$/, '');
  if (host.length > 253 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return undefined;
  return { host, url: url.port === '' ? `https://${host}/` : `${url.origin}/` };
}

async function findCategories(
  db: Db,
  stage: Stage,
  unknown: Unknown[],
  { resolved, unresolved }: { resolved: Resolved; unresolved: Unresolved },
  createMissing: boolean,
): Promise<CreatedRecord[]> {
  const { rows: known } = await sql<KnownCategory>`
    select c.slug, c.name, above.slug as parent from categories as c left join categories as above on above.id = c.parent_id
    where c.slug not in (select source_id from staged where type = 'category')
    union all select source_id, data->>'name', data->>'parent' from staged where type = 'category' and data is not null`.execute(db);
  const paths = new CategoryPaths(known);
  const { last } = await oneRow(db, sql<{ last: number | null }>`select max(position) as last from categories`);
  let position = last ?? 0;
  const made: CreatedRecord[] = [];
  for (const { value, file, line } of unknown) {
    const found = paths.find(value);
    if ('slug' in found) {
      resolved.set(value, found.slug);
      continue;
    }
    if ('several' in found) {
      unresolved.set(`category ${value}`, `may be ${found.several.join(' or ')}; write the path`);
      continue;
    }
    if (!createMissing || found.missing.length === 0) continue;
    for (const { slug, name, parent } of found.missing) {
      paths.add({ slug, name, parent });
      made.push({ type: 'category', slug, name, detail: parent ?? undefined });
      const data = { type: 'category', slug, name, ...(parent !== null && { parent }), position: ++position };
      await stage.add({ type: 'category', source: '', sourceId: slug, file, line, data });
      resolved.set(value, slug);
    }
  }
  return made;
}

/** Creates the default forum, on a site that does not have it yet. */
async function makeForums(db: Db, stage: Stage): Promise<CreatedRecord[]> {
  const made: CreatedRecord[] = [];
  for (const { value: slug, file, line } of await unknownNames(db, 'forum')) {
    const title = nameOf(slug);
    made.push({ type: 'forum', slug, name: title, detail: undefined });
    await stage.add({ type: 'forum', source: '', sourceId: slug, file, line, data: { type: 'forum', slug, title, position: made.length } });
  }
  return made;
}

async function replaceNames(db: Db, type: CreatedRecord['type'], resolved: Resolved): Promise<void> {
  const renamed = [...resolved].flatMap(([value, slug]) => (value === slug ? [] : [{ value, slug }]));
  if (renamed.length === 0) return;
  const pairs = JSON.stringify(renamed);
  await sql`
    update staged set data = jsonb_set(data, array[${sql.lit(type)}], to_jsonb(pair.slug))
    from jsonb_to_recordset(${pairs}::jsonb) as pair(value text, slug text)
    where staged.type in ('deal', 'offer') and data->>${sql.lit(type)} = pair.value`.execute(db);
}
