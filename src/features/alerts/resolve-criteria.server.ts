import { sql } from 'kysely';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { FILTERS, type FilterName } from '../filters/applied-filters.ts';
import { hasThreadId } from '../deals/merged-into.server.ts';
import { foldSearch } from '../search/operators.ts';
import { readDiscountWords } from '../search/discount-words.ts';
import { readPriceWords } from '../search/price-words.ts';
import { isEmpty, NO_CRITERIA, readCriteriaId, type Criteria } from './criteria.ts';
import type { ADD_METHODS, PreviewFields, UpdateFields } from './contracts/alert-fields.ts';
import { MESSAGES } from './messages.ts';

type AddMethod = (typeof ADD_METHODS)[number];
/** The fields of a form that make up the criteria. */
export type CriteriaFields = Omit<
  PreviewFields,
  'threadid' | 'title' | 'frequency' | 'notification' | 'votelevel' | 'targetforums' | 'newlow'
>;

/** Why there are no criteria, in words for whoever sent them. */
interface CriteriaFault {
  message: string;
}

const NOTHING = 'Say what to look for: words, a store, a brand, a category, a forum or a price.';

/** Reads what a form looks for, by its `addMethod`; without one by what was sent. */
export async function resolveCriteria(
  { db, config }: Pick<Context, 'db' | 'config'>,
  method: AddMethod | undefined,
  fields: CriteriaFields,
): Promise<Criteria | CriteriaFault> {
  const found = await namedCriteria(db, config.region, method ?? methodOf(fields), fields);
  if ('message' in found) return found;
  const criteria: Criteria = {
    ...found,
    minCents: fields.minprice ?? found.minCents,
    maxCents: fields.maxprice ?? found.maxCents,
    minPercent: fields.minpercent ?? found.minPercent,
    withCoupon: fields.coupon || found.withCoupon,
  };
  return criteriaFault(criteria) ?? criteria;
}

/** Why an alert cannot have criteria: they ask for nothing, so that every deal would meet them, or for no price at all. */
export function criteriaFault(criteria: Criteria): CriteriaFault | undefined {
  const { minCents, maxCents } = criteria;
  if (isEmpty(criteria)) return { message: NOTHING };
  if (minCents !== undefined && maxCents !== undefined && minCents > maxCents)
    return { message: 'minprice must not be more than maxprice.' };
  return undefined;
}

const methodOf = ({ criteriaId, intagid }: CriteriaFields): AddMethod =>
  criteriaId !== '' ? 'addByCriteriaId' : intagid !== '' ? 'do-add-widget' : 'do-add';

async function namedCriteria(db: Db, region: Region, method: AddMethod, fields: CriteriaFields): Promise<Criteria | CriteriaFault> {
  if (method === 'do-add') return byWords(db, region, fields);
  if (method === 'do-add-widget') return byTag(db, fields.intagid);
  return byCriteriaId(db, fields.criteriaId);
}

async function byCriteriaId(db: Db, criteriaId: string): Promise<Criteria | CriteriaFault> {
  const criteria = readCriteriaId(criteriaId);
  if (!criteria) return { message: 'criteriaId must be one that a page or an answer of this site named.' };
  // What the criteria name may have been deleted since, and such an alert would never find anything.
  for (const kind of FILTERS) {
    const fault = await missingFault(db, kind, criteria[kind]);
    if (fault) return fault;
  }
  return criteria;
}

async function byWords(db: Db, region: Region, fields: CriteriaFields): Promise<Criteria | CriteriaFault> {
  const criteria: Criteria = { ...NO_CRITERIA };
  for (const kind of FILTERS) {
    const named = await idsOf(db, kind, fields[`filters[${kind}][]`]);
    if ('message' in named) return named;
    criteria[kind] = named.ids;
  }
  const { rest: withPrice, percent } = readDiscountWords(fields.q);
  const { rest, min, max } = readPriceWords(withPrice, region);
  const narrowed = { ...criteria, words: foldSearch(rest), minPercent: percent };
  // Prices in fields of their own count in place of those among the words, as in a search.
  if (fields.minprice !== undefined || fields.maxprice !== undefined) return narrowed;
  const cents = (dollars: number | undefined) => (dollars === undefined ? undefined : Math.round(dollars * 100));
  return { ...narrowed, minCents: cents(min), maxCents: cents(max) };
}

const TABLES = { store: sql`stores`, brand: sql`brands`, category: sql`categories`, forum: sql`forums` };

/** Ids of what is named by ids or slugs, as in addresses: a number is an id where one has it. */
async function idsOf(db: Db, kind: FilterName, named: string[]): Promise<{ ids: number[] } | CriteriaFault> {
  if (named.length === 0) return { ids: [] };
  const { rows } = await sql<{ name: string; id: number }>`
    select distinct on (wanted.name) wanted.name, t.id from unnest(${named}::text[]) as wanted (name)
    join ${TABLES[kind]} as t on t.slug = wanted.name or t.id::text = wanted.name
    order by wanted.name, t.id::text = wanted.name desc`.execute(db);
  const known = new Map(rows.map(({ name, id }) => [name, id]));
  const unknown = named.find((name) => !known.has(name));
  return unknown === undefined ? { ids: [...new Set(known.values())] } : notThere(kind, unknown);
}

/** Says which of these ids nothing has; undefined where each is there. Unlike in addresses, a slug of figures is no id here. */
async function missingFault(db: Db, kind: FilterName, ids: number[]): Promise<CriteriaFault | undefined> {
  if (ids.length === 0) return undefined;
  const { rows } = await sql<{ id: number }>`select id from ${TABLES[kind]} where id = any(${ids}::bigint[])`.execute(db);
  const missing = ids.find((id) => rows.every((row) => row.id !== id));
  return missing === undefined ? undefined : notThere(kind, String(missing));
}

const notThere = (kind: FilterName, name: string): CriteriaFault => ({ message: `There is no ${kind} “${name.slice(0, 60)}”.` });

/** Why an alert cannot have these options, as far as they are sent, in words; undefined when it can. */
export async function optionsFault(
  db: Db,
  { notification, targetforums = [] }: Pick<UpdateFields, 'notification' | 'targetforums'>,
): Promise<string | undefined> {
  if (notification?.length === 0) return MESSAGES.noChannel;
  return (await missingFault(db, 'forum', targetforums))?.message;
}

const TAG = /^(store|brand|category)-([1-9]\d{0,9})$|^deal-([1-9]\d{0,15})$/;

async function byTag(db: Db, tag: string): Promise<Criteria | CriteriaFault> {
  const [, kind, id, threadId] = TAG.exec(tag) ?? [];
  if (threadId !== undefined) return (await likeDeal(db, Number(threadId))) ?? { message: 'There is no such deal.' };
  const known = FILTERS.find((each) => each === kind);
  if (!known || id === undefined)
    return { message: 'intagid must be store-, brand- or category- and an id, or deal- and the id of a deal.' };
  return (await missingFault(db, known, [Number(id)])) ?? { ...NO_CRITERIA, [known]: [Number(id)] };
}

/** Deals like a deal: what its maker has in its category; of a deal without a maker, the two rarest words of its title that others have too. */
async function likeDeal(db: Db, threadId: number): Promise<Criteria | undefined> {
  const { rows } = await sql<{ brand_id: number | null; category_id: number; words: string | null }>`
    select brand_id, category_id, (
      select string_agg(word, ' ' order by n) from (
        select fold.word, fold.n from regexp_split_to_table(search_fold(d.title), ' ') with ordinality as fold (word, n)
        join search_words as known on known.word = fold.word where known.deals > 1 and fold.word ~ '^[a-z]{3,}'
        order by known.deals, fold.n limit 2) as rarest) as words
    from deals as d where ${hasThreadId(threadId)} and status <> 'scheduled'`.execute(db);
  const [deal] = rows;
  if (!deal) return undefined;
  const like = { ...NO_CRITERIA, category: [deal.category_id] };
  return deal.brand_id === null ? { ...like, words: deal.words ?? '' } : { ...like, brand: [deal.brand_id] };
}
