import type { Db } from '../../server/db/database.ts';
import { findDeals, type Found, type Search } from './find.server.ts';
import { guess } from './guess.server.ts';
import { minimumShouldMatch } from './minimum-should-match.ts';
import type { ReadQuery } from './read-words.server.ts';
import { planSearch } from './terms.ts';

/** When there are fewer results, near matches follow. */
export const FEW_RESULTS = 10;
const NEAR = 12;
/** So many near matches are examined, fewer than exact ones. */
const MOST_NEAR = 250;

/** Searches with fewer and fewer of the words, or similar ones, until deals are found. */
export async function findNear(db: Db, wanted: Search, { understood, guesses, plan }: ReadQuery, { ids }: Found): Promise<number[]> {
  const further = await guess(
    db,
    understood.words.filter(({ word }) => !guesses.has(word)),
  );
  const loosely = planSearch(understood, new Map([...guesses, ...further]));
  const required = plan.terms.filter((term) => term.required).length;
  const tries = [
    { words: minimumShouldMatch(loosely.terms, 0, 'looser'), rankings: loosely.rankings },
    ...[1, required >> 1, required - 1].map((missing) => ({ words: minimumShouldMatch(plan.terms, missing), rankings: plan.rankings })),
  ];
  const tried = new Set([wanted.words]);
  const near: number[] = [];
  for (const { words, rankings } of tries) {
    if (!words || tried.has(words)) continue;
    tried.add(words);
    const found = await findDeals(db, {
      ...wanted,
      words,
      rankings,
      sort: 'relevance',
      offset: 0,
      limit: NEAR + FEW_RESULTS,
      most: MOST_NEAR,
      facets: false,
    });
    for (const id of found.ids) if (!ids.includes(id) && !near.includes(id)) near.push(id);
    if (near.length >= NEAR) break;
  }
  return near.slice(0, NEAR);
}
