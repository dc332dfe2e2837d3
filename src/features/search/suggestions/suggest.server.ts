import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import { avatarPath } from '../../../lib/avatar.ts';
import { correctWords } from './correct.server.ts';
import { findInAnyOrder, findInOrder, findSimilarNames } from './find.server.ts';
import { joinWords } from './join.server.ts';
import type { Suggestion } from '../contracts/suggestions.ts';
import { intentOf, selectSuggestions, type Found } from './suggestion.ts';
import { readTrending } from './trending.server.ts';
import { typedWords } from './typed-words.ts';

/** So few phrases in the order typed that others are looked for too. */
const FEW = 4;
/** So many parts of words that are read apart. */
const MOST_PARTS = 8;
const TRENDING_ALONE = 8;
const TRENDING_BESIDE = 2;

/**
 * What the search box suggests for a text that is being typed: up to 8 suggestions and 2 searches of many that go on as the
 * text does, no phrase twice. For an empty text what many search for (contract.md, `/web-api/search/autocomplete/`).
 * @param text anything
 */
export async function suggest({ db }: Pick<Context, 'db'>, text: string): Promise<Suggestion[]> {
  const words = typedWords(text);
  if (words.length === 0) return (await readTrending(db, '', TRENDING_ALONE)).map(asTrending);
  const [trending, { meant, found }] = await Promise.all([readTrending(db, words.join(' '), TRENDING_BESIDE), find(db, words)]);
  const shown = selectSuggestions(meant.join(' '), found, new Set(trending.map(({ folded }) => folded)));
  return [...trending.map(asTrending), ...(await asSuggested(db, shown))];
}

/** What is found for the typed words, or else for those that were probably meant, with these words. */
async function find(db: Db, words: string[]): Promise<{ meant: string[]; found: Found[] }> {
  for (const read of [() => words, () => joinWords(db, words), () => splitWords(words), () => correctWords(db, words)]) {
    const meant = await read();
    const found = meant ? await findAsTyped(db, meant) : [];
    if (meant && found.length > 0) return { meant, found };
  }
  return { meant: words, found: await findSimilarNames(db, words.join(' ')) };
}

/** Letters and figures as words of their own, as "rtx4" begins "RTX 4070"; undefined where they are already. */
function splitWords(words: string[]): string[] | undefined {
  const apart = words.flatMap((word) => word.match(/\d+|\D+/g) ?? []).slice(0, MOST_PARTS);
  return apart.length > words.length ? apart : undefined;
}

async function findAsTyped(db: Db, words: string[]): Promise<Found[]> {
  const inOrder = await findInOrder(db, words.join(' '));
  if (inOrder.length >= FEW || words.length === 1) return inOrder;
  return [...inOrder, ...(await findInAnyOrder(db, words))];
}

const asTrending = ({ phrase }: { phrase: string }): Suggestion => ({ phrase, query_intent: 'keyword', group: 'trending' });

async function asSuggested(db: Db, shown: Found[]): Promise<Suggestion[]> {
  const users = await readUsers(
    db,
    shown.filter(({ kind }) => kind === 'user').map(({ ref }) => ref),
  );
  return shown.map(({ kind, ref, phrase }) => ({
    phrase,
    query_intent: intentOf(kind),
    ...(kind !== 'product' && kind !== 'pair' && kind !== 'user' && { tag_id: ref }),
    ...(kind === 'user' && users.get(ref)),
    group: 'suggested',
  }));
}

async function readUsers(db: Db, ids: number[]) {
  if (ids.length === 0) return new Map<number, Partial<Suggestion>>();
  const rows = await db
    .selectFrom('members')
    .select(['user_id as userId', 'username', 'avatar', 'reputation'])
    .where('user_id', 'in', ids)
    .execute();
  return new Map(
    rows.map((user) => [
      user.userId,
      { username: user.username, userid: user.userId, avatar: avatarPath(user), reputation: user.reputation },
    ]),
  );
}
