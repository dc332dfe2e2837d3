import { sql } from 'kysely';
import { bareHost } from '../../lib/same-host.ts';
import type { Db } from '../../server/db/database.ts';

/** A store that is there. */
interface KnownStore {
  slug: string;
  name: string;
  /** Whether the deal's address is not at any of the store's hosts. */
  isElsewhere: boolean;
}

/** An existing store, or a new one as it would be added. */
export type NamedStore = KnownStore | { slug: undefined; name: string; host: string };

/** The host of an address without `www.`; undefined for anything that cannot be a shop's address. */
export function shopHost(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const host = bareHost(url.hostname);
  return /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z][a-z\d-]*$/.test(host) ? host : undefined;
}

/** The store for a deal: by the typed slug, name or host, or else by the host of the deal's address. */
export async function findStore(db: Db, typed: string, host: string | undefined): Promise<NamedStore | undefined> {
  const ofHost = await storeOfHost(db, host);
  // Of several stores with the same name, the one that the address belongs to.
  if (ofHost && (typed === '' || ofHost.name === typed)) return known(ofHost, host);
  const named = typed === '' ? undefined : ((await storeNamed(db, typed)) ?? (await storeOfHost(db, typed)));
  if (named) return known(named, host);
  return host === undefined ? undefined : { slug: undefined, name: typed || host, host };
}

interface FoundStore {
  slug: string;
  name: string;
  host: string;
}

function known({ slug, name, host: own }: FoundStore, host: string | undefined): KnownStore {
  return { slug, name, isElsewhere: host !== undefined && !hostsAbove(host).includes(bareHost(own)) };
}

/** A host and its parent domains, the nearest first, without the top-level domain, which is never a store. */
function hostsAbove(host: string): string[] {
  const parts = bareHost(host).split('.');
  return parts.slice(0, -1).map((_part, index) => parts.slice(index).join('.'));
}

async function storeNamed(db: Db, typed: string): Promise<FoundStore | undefined> {
  const { rows } = await sql<FoundStore>`
    select slug, name, host from stores where slug = ${typed.toLowerCase()} or lower(name) = lower(${typed})
    order by slug = ${typed.toLowerCase()} desc, id limit 1`.execute(db);
  return rows[0];
}

/** The store of a host, or of one that the host lies below; the nearest. */
async function storeOfHost(db: Db, host: string | undefined): Promise<FoundStore | undefined> {
  if (host === undefined) return undefined;
  const { rows } = await sql<FoundStore>`
    select slug, name, host from stores where regexp_replace(lower(host), '^www\\.', '') = any(${hostsAbove(host)}::text[])
    order by length(host) desc, id limit 1`.execute(db);
  return rows[0];
}
