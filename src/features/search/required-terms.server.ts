import type { Db } from '../../server/db/database.ts';
import { planSearch } from './terms.ts';
import { understand } from './understand.server.ts';

/**
 * What every deal must have that a text asks for, term by term, in the language of `tsquery`: its words, or what they name or mean. Unlike a
 * search it guesses nothing: a word that no deal has yet is no typo of another one.
 */
export async function requiredTerms(db: Db, text: string): Promise<string[]> {
  const understood = await understand(db, text);
  if (understood.words.length === 0) return [];
  return planSearch(understood, new Map())
    .terms.filter(({ required }) => required)
    .map(({ query }) => query);
}
