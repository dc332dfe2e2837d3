import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { SearchOperators } from './operators.ts';
import { planSearch } from './terms.ts';
import { allOf } from './tsquery.ts';
import { understand } from './understand.server.ts';
import { append } from '../../lib/append.ts';

/**
 * What the operators of a search ask for, in the language of `tsquery`. A phrase is looked for word for word. What is excluded may still be in
 * descriptions, which name much that a deal is not: "unlike a refurbished one".
 */
export async function operatorConditions(db: Db, { phrases, excluded }: SearchOperators): Promise<string[]> {
  const conditions: string[] = [];
  for (const phrase of phrases) append(conditions, await wordForWord(db, phrase));
  for (const phrase of excluded) {
    const terms = /\s/.test(phrase) ? await wordForWord(db, phrase) : await queriesForWord(db, phrase);
    if (terms.length > 0) conditions.push(`!(${outsideDescription(allOf(terms))})`);
  }
  return conditions;
}

/** The same query, limited to titles, variants and the names of what deals are filed under. */
export const outsideDescription = (query: string): string =>
  query.replaceAll(/'((?:[^'\\]|''|\\.)*)'(?::[A-D]+)?/g, (lexeme, text: string) => (/^[a-z]+:/.test(text) ? lexeme : `'${text}':AB`));

async function wordForWord(db: Db, phrase: string): Promise<string[]> {
  const { query } = await oneRow(db, sql<{ query: string }>`select phraseto_tsquery('search', search_fold(${phrase}))::text as query`);
  return query === '' ? [] : [`(${query})`];
}

/** A word, or what it names or means. */
async function queriesForWord(db: Db, word: string): Promise<string[]> {
  const understood = await understand(db, word);
  return understood.words.length === 0 ? [] : planSearch(understood, new Map()).terms.map(({ query }) => query);
}
