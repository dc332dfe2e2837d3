import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** A record that was created because deals named it. */
export interface CreatedRecord {
  type: 'store' | 'category' | 'brand' | 'forum';
  slug: string;
  name: string;
  /** A store's host; the slug of the category that a category is below. */
  detail: string | undefined;
  /** Slugs of other stores with that host, which may be the same store under another name. */
  sameHost?: string[];
  /** Whether a store's host is that of an affiliate network, because the addresses of its deals name no shop. */
  isAtNetwork?: true;
}

/** Why names could not be resolved, by type and name (`store Acme`), where the reason is more than that nothing has the name. */
export type Unresolved = Map<string, string>;

/** A name that staged records are filed under and that is not a slug, with its first occurrence. */
export interface UnknownName {
  value: string;
  file: number;
  line: number;
  /** Of a store, the host that most addresses in records with this name lead to, or the whole origin where that has a port. */
  address: string | null;
}

/** What a name is to be replaced with. */
export type ResolvedNames = Map<string, string>;

/** The table of each type of record that others name. */
export const TABLES = { store: 'stores', category: 'categories', brand: 'brands', forum: 'forums' } as const;

/** Parameters in which affiliate networks name the address that they lead to. */
const DESTINATIONS = 'dest|destination|deeplink|dl|goto|link|mpre|murl|p|redirect|target|to|u|ued|ulp|url|urllink|wgtarget';

/**
 * Finds the host of the shop that an affiliate network leads to: the addresses of a partner's deals are often of the network, such as
 * `https://click.network.example/?murl=https%3A%2F%2Facme.example%2F1`. By their form, because there are hundreds of networks, each with
 * many hosts; encoded once, twice or not at all, in a parameter or, with some, in the path.
 */
const DESTINATION_HOST = `(?:[?&;](?:${DESTINATIONS})=|[^a-z]url\\(|/destination:)https?(?::|%(?:25)*3a)(?:/|%(?:25)*2f){2}(?:www\\.)?([a-z0-9.-]+)`;

/** The host that a staged deal or offer leads to, or the whole origin where that has a port. */
const ADDRESS = sql`coalesce(
  substring(lower(data->>'url') from ${DESTINATION_HOST}),
  regexp_replace(substring(lower(data->>'url') from '^https?://[^/?#]+'), '^https?://(?:www\\.)?([^:]+)$', '\\1'))`;

/** The names in staged deals and offers that are no slug of a record of this type. */
export async function unknownNames(db: Db, type: CreatedRecord['type']): Promise<UnknownName[]> {
  const { rows } = await sql<UnknownName>`
    with named as (
      select data->>${sql.lit(type)} as value, seq, file, line, ${type === 'store' ? ADDRESS : sql`null`} as address
      from staged where type in ('deal', 'offer') and data->>${sql.lit(type)} is not null)
    select value, (array_agg(file order by seq))[1] as file, (array_agg(line order by seq))[1] as line,
      mode() within group (order by address) as address
    from named
    where value not in (select slug from ${sql.table(TABLES[type])})
      and value not in (select source_id from staged where type = ${type} and source = '')
    group by value order by min(seq)`.execute(db);
  return rows;
}

/** Replaces names in staged deals and offers with slugs. */
export async function replaceNames(db: Db, type: CreatedRecord['type'], resolved: ResolvedNames): Promise<void> {
  const renamed = [...resolved].flatMap(([value, slug]) => (value === slug ? [] : [{ value, slug }]));
  if (renamed.length === 0) return;
  const pairs = JSON.stringify(renamed);
  await sql`
    update staged set data = jsonb_set(data, array[${sql.lit(type)}], to_jsonb(pair.slug))
    from jsonb_to_recordset(${pairs}::jsonb) as pair(value text, slug text)
    where staged.type in ('deal', 'offer') and data->>${sql.lit(type)} = pair.value`.execute(db);
}
