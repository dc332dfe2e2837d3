import { sql } from 'kysely';
import type { Context } from '../../../server/context.ts';
import type { Db } from '../../../server/db/database.ts';
import { oneRow } from '../../../server/db/one-row.ts';
import type { DealCard } from '../../deals/card.ts';
import { CARD_COLUMNS, toCard } from '../../deals/cards.server.ts';
import { shownDeals } from '../../deals/shown-deals.server.ts';
import { pictureSource } from '../../deals/pictures.ts';
import { narrowestCopy } from '../../pictures/photo.ts';
import { isTimeout } from '../../../server/db/unavailable.ts';
import { withSearchLimits } from '../bounded.server.ts';
import { LAST_CHARACTER } from '../closest.ts';
import type { SuggestedDeal, Suggestion } from '../contracts/suggestions.ts';
import { findPasted } from '../find-pasted.server.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { allOf, anyOf, inTitle } from '../tsquery.ts';
import { typedWords } from './typed-words.ts';

const MOST_DEALS = 3;
/** The last word may go on as so many others, those of the most deals. */
const MOST_BEGUN = 12;
/** Of more matching deals than these only the hottest of the catalogue are gone through: a letter costs no more than a word. */
const MOST_MATCHING = 150;
const HOTTEST = 400;

/**
 * The hottest live deals whose titles have the words of a text that is being typed, the last word begun or whole; where there are none, those
 * that have the words of the first suggestion. Of a deal's address, that deal.
 * @param text anything; nothing is found for one without words
 * @param suggested what is suggested for the text
 * @returns up to three
 */
export async function suggestDeals(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  text: string,
  suggested: Suggestion[],
): Promise<SuggestedDeal[]> {
  const [meant] = suggested.filter(({ query_intent: intent }) => intent !== 'user');
  try {
    return await withSearchLimits(context.db, async (bounded) => {
      const pasted = await findPasted(context, bounded, text);
      if (pasted?.type === 'deal') return readDeals({ ...context, db: bounded }, [pasted.id]);
      const found = await findIds(bounded, typedWords(text));
      const ids = found.length > 0 || !meant ? found : await findIds(bounded, typedWords(meant.phrase));
      return readDeals({ ...context, db: bounded }, ids);
    });
  } catch (error) {
    if (isTimeout(error)) return [];
    throw error;
  }
}

async function findIds(db: Db, words: string[]): Promise<number[]> {
  const last = words.at(-1);
  if (last === undefined) return [];
  const whole = words.slice(0, -1).filter((word) => !STOP_WORDS.has(word));
  const query = await titleQuery(db, whole, last);
  const { rows } = await sql<{ id: number }>`
    with matching as materialized (
      select thread_id, rank from deals where search @@ ${query}::tsquery and status = 'live' limit ${MOST_MATCHING + 1}),
    hottest as materialized (
      select thread_id, rank from (
        select thread_id, rank, status, search from deals where status <> 'scheduled' order by expired_last, rank desc, thread_id desc limit ${HOTTEST}) as hot
      where (select count(*) from matching) > ${MOST_MATCHING} and status = 'live' and search @@ ${query}::tsquery)
    select thread_id as id from (select * from hottest union select * from matching) as found
    order by rank desc, thread_id desc limit ${MOST_DEALS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** What to look for in titles, in the language of `tsquery`. @param whole words before the last one, which may go on */
async function titleQuery(db: Db, whole: string[], last: string): Promise<string> {
  const stems = await oneRow(
    db,
    sql<{ whole: string[]; last: string; begun: string[] }>`
      select array(select coalesce((ts_lexize('search_stem', word))[1], word) from unnest(${whole}::text[]) as word) as whole,
        coalesce((ts_lexize('search_stem', ${last}))[1], ${last}) as last,
        array(select stem from search_words where word >= ${last} and word < ${last + LAST_CHARACTER} order by deals desc, word limit ${MOST_BEGUN}) as begun`,
  );
  return allOf([...stems.whole.map(inTitle), anyOf([stems.last, ...stems.begun].map(inTitle))]);
}

async function readDeals(context: Pick<Context, 'db' | 'clock' | 'config'>, ids: number[]): Promise<SuggestedDeal[]> {
  if (ids.length === 0) return [];
  const rows = await shownDeals(context.db).select(CARD_COLUMNS).where('d.thread_id', 'in', ids).execute();
  const cards = new Map(rows.map((row) => [row.thread_id, toCard(context, row)]));
  return ids.flatMap((id) => asSuggested(cards.get(id)));
}

function asSuggested(card: DealCard | undefined): SuggestedDeal[] {
  if (!card) return [];
  const { dealTitle: title, path, finalPriceText: priceText, picture } = card;
  return [{ title, path, priceText, picture: picture.photo ? narrowestCopy(picture.photo) : (pictureSource(picture) ?? null) }];
}
