import type { Db } from '../../server/db/database.ts';
import { operatorConditions } from './operator-conditions.server.ts';
import { readOperators, requiredText } from './operators.ts';
import { planSearch } from './terms.ts';
import { understand } from './understand.server.ts';

/**
 * Conditions that a text sets for deals, term by term, in the syntax of `tsquery`: the words themselves, or what they name or
 * mean. Unlike a search this guesses nothing: a word that no deal has yet is not taken for a typo of another one.
 */
export async function requiredTerms(db: Db, text: string): Promise<string[]> {
  const operators = readOperators(text);
  const understood = await understand(db, requiredText(operators));
  const terms = understood.words.length === 0 ? [] : planSearch(understood, new Map()).terms;
  const required = terms.filter((term) => term.required);
  // Words such as "deals" alone show all deals of a search, but nobody is told of all.
  return [...(required.length > 0 ? required : terms).map(({ query }) => query), ...(await operatorConditions(db, operators))];
}
