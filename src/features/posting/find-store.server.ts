import { sql } from 'kysely';
import { bareHost } from '../../lib/same-host.ts';
import type { Db } from '../../server/db/database.ts';

/** A store that is there, or one as it would be added. */
export type NamedStore = { slug: string; name: string } | { slug: undefined; name: string; host: string };

/** The host of an address without `www.`; undefined for what is no address of a shop. */
export function shopHost(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const host = bareHost(url.hostname);
  return /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/.test(host) ? host : undefined;
}

/** The store that is meant: by its slug or name as they were typed, or else by the host of the deal's address. */
export async function findStore(db: Db, typed: string, host: string | undefined): Promise<NamedStore | undefined> {
  const known = typed === '' ? await storeOfHost(db, host) : ((await storeNamed(db, typed)) ?? (await storeOfHost(db, typed)));
  if (known || host === undefined) return known;
  return { slug: undefined, name: typed || host, host };
}

async function storeNamed(db: Db, typed: string): Promise<{ slug: string; name: string } | undefined> {
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from stores where slug = ${typed.toLowerCase()} or lower(name) = lower(${typed})
    order by slug = ${typed.toLowerCase()} desc, id limit 1`.execute(db);
  return rows[0];
}

/** The store of a host, or of one that the host lies below; the nearest. */
async function storeOfHost(db: Db, host: string | undefined): Promise<{ slug: string; name: string } | undefined> {
  if (host === undefined) return undefined;
  const parts = bareHost(host).split('.');
  // No top-level domain is a store.
  const hosts = parts.slice(0, -1).map((_part, index) => parts.slice(index).join('.'));
  const { rows } = await sql<{ slug: string; name: string }>`
    select slug, name from stores where regexp_replace(lower(host), '^www\\.', '') = any(${hosts}::text[])
    order by length(host) desc, id limit 1`.execute(db);
  return rows[0];
}
