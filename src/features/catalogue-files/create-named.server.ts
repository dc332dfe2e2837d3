import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Stage } from '../../server/db/staging.ts';
import { bareHost } from '../../lib/same-host.ts';
import { slugify } from '../../lib/slug.ts';
import { nameOf } from './category-paths.ts';
import { isNetworkHost } from './network-hosts.ts';
import { freeSlug, slugOfName } from './name-slugs.ts';
import { TABLES, type CreatedRecord, type ResolvedNames, type UnknownName } from './unknown-names.server.ts';

/** Where a store is. */
interface StoreSite {
  host: string;
  url: string;
}

/**
 * Resolves names, whatever their case, to the one store or brand with the name or its slug; where slugs cannot distinguish several, to the
 * first.
 */
export async function namedAlike(db: Db, type: 'store' | 'brand', unknown: UnknownName[]): Promise<ResolvedNames> {
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
export async function createNamed(
  db: Db,
  stage: Stage,
  type: 'store' | 'brand',
  unknown: UnknownName[],
  resolved: ResolvedNames,
): Promise<CreatedRecord[]> {
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
    made.set(key, { type, slug, name, detail: site?.host, ...(site && isNetworkHost(site.host) && { isAtNetwork: true }) });
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

/** An address that deals lead to, which may be a host alone. */
export const parseAddress = (address: string) => URL.parse(address.includes('://') ? address : `https://${address}`);

/** The site of a store whose deals lead to an address; undefined where that is not a web host, such as `localhost`. */
function siteOf(address: string | null): StoreSite | undefined {
  const url = address === null ? null : parseAddress(address);
  if (!url) return undefined;
  const host = bareHost(url.hostname).replace(/\.$/, '');
  if (host.length > 253 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host)) return undefined;
  return { host, url: url.port === '' ? `https://${host}/` : `${url.origin}/` };
}
