import { sql } from 'kysely';
import { bareHost } from '../../lib/same-host.ts';
import type { Db } from '../../server/db/database.ts';
import { STOP_WORDS } from './stop-words.ts';
import { findInOrder } from './suggestions/find.server.ts';
import { isCalled } from './suggestions/offers.server.ts';
import { typedWords } from './suggestions/typed-words.ts';
import type { Entity, Understood } from './understood.ts';

const MOST = 3;
/** Fewer letters begin too many names to be meant for one. */
const FEWEST_LETTERS = 3;
const HOST = /(?<![^\s/])[a-z\d-]+(?:\.[a-z\d-]+)+(?![^\s/])/gi;

/**
 * The stores, brands and categories that a text which finds no deals may be meant for: it begins their name, as in the search box, or is
 * their slug or host. Words such as "coupon" and "deals" are left out where the whole text is none of these.
 * @param text what was looked for, without operators
 * @returns three at most, the likeliest first
 */
export async function findNamed(db: Db, text: string): Promise<Entity[]> {
  const words = typedWords(text);
  const telling = words.filter((word) => !isCalled(word) && !STOP_WORDS.has(word));
  const hosts = (text.match(HOST) ?? []).map(bareHost);
  const whole = await findByWords(db, words, hosts);
  return whole.length > 0 || telling.length === words.length ? whole : findByWords(db, telling, []);
}

/**
 * The same for the words that name nothing beside others that do, such as the first word of a store's name beside a category.
 * @returns without what the others name
 */
export async function findNamedBeside(db: Db, { words, mentions, entities }: Understood): Promise<Entity[]> {
  const names = (index: number) => mentions.some(({ first, last }) => first <= index && index <= last);
  const telling = words.map(({ word }) => word).filter((word, index) => !names(index) && !isCalled(word) && !STOP_WORDS.has(word));
  if (telling.join('').length < FEWEST_LETTERS) return [];
  const found = await findByWords(db, telling, []);
  return found.filter(({ kind, id }) => !entities.some((each) => each.kind === kind && each.id === id));
}

async function findByWords(db: Db, words: string[], hosts: string[]): Promise<Entity[]> {
  if (words.length === 0) return [];
  const found = await findInOrder(db, words.join(' '));
  const ids = (kind: Entity['kind']) => found.filter((each) => each.kind === kind).map(({ ref }) => ref);
  const slug = words.join('-');
  const { rows } = await sql<Entity>`
    select 'store' as kind, id, slug, name from stores
    where id = any(${ids('store')}::int[]) or slug = ${slug} or regexp_replace(lower(host), '^www\\.', '') = any(${hosts}::text[])
    union all select 'brand', id, slug, name from brands where id = any(${ids('brand')}::int[]) or slug = ${slug}
    union all select 'category', id, slug, name from categories where id = any(${ids('category')}::int[]) or slug = ${slug}`.execute(db);
  // What only its slug or host matches is not in `found`, and comes first.
  const place = ({ kind, id }: Entity) => found.findIndex((each) => each.kind === kind && each.ref === id);
  return rows.toSorted((a, b) => place(a) - place(b)).slice(0, MOST);
}
