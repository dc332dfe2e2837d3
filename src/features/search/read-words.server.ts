import type { Db } from '../../server/db/database.ts';
import { guess } from './guess.server.ts';
import type { SearchPlan } from './search-plan.ts';
import { STOP_WORDS } from './stop-words.ts';
import { planSearch } from './terms.ts';
import { understand } from './understand.server.ts';
import type { Guess, Understood } from './understood.ts';

/** A query with everything that is known of its words. */
export interface ReadQuery {
  understood: Understood;
  guesses: Map<string, Guess>;
  plan: SearchPlan;
}

/** Returns what the catalogue knows of the words of a query; undefined when it has none. */
export async function understandWords(db: Db, text: string): Promise<Understood | undefined> {
  if (text === '') return undefined;
  const understood = await understand(db, text);
  return understood.words.length === 0 ? undefined : understood;
}

/** Returns what is looked for, with guesses of the words that no title has. */
export async function guessWords(db: Db, understood: Understood | undefined): Promise<ReadQuery | undefined> {
  if (!understood) return undefined;
  // What editors' synonyms or names of the catalogue know is no typo, nor is a stop word.
  const isMeant = (index: number) =>
    [...understood.meanings, ...understood.mentions].some(({ first, last }) => first <= index && index <= last);
  const guesses = await guess(
    db,
    understood.words.filter(({ word, deals }, index) => deals === 0 && !STOP_WORDS.has(word) && !isMeant(index)),
  );
  const plan = planSearch(understood, guesses);
  if (plan.corrected.length === 0) return { understood, guesses, plan };
  // What words name and mean that were mistyped.
  const corrections = new Map(plan.corrected.map(({ from, to }) => [from, to]));
  const meant = await understand(db, understood.words.map(({ word }) => corrections.get(word) ?? word).join(' '));
  if (meant.words.length !== understood.words.length) return { understood, guesses, plan };
  const corrected = { ...meant, words: understood.words };
  return { understood: corrected, guesses, plan: planSearch(corrected, guesses) };
}
