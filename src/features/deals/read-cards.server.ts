import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { votableSince } from '../posts/hidden-scores.server.ts';
import type { DealCard } from './card.ts';
import { dealCards, wholeCard, withShownScore, type CardContext } from './cards.server.ts';

/** Versions of the rows that a card shows: the deal and what it is filed under. Of a member only the name counts, because the row changes with every vote. */
export const CARD_VERSION = sql<string>`concat_ws(' ', d.xmin, s.xmin, c.xmin, b.xmin, photo.xmin, poster.username)`.as('version');

/** How many cards are kept: as many as stand on the first pages of all feeds. */
const KEPT_CARDS = 5_000;
const keptCards = new WeakMap<Db, LRUCache<number, KeptCard>>();

interface KeptCard {
  version: string;
  /** With its score: whether it is hidden depends on the time. */
  card: DealCard;
  begun: Date;
}

/**
 * Cards of deals that a query has chosen, in its order. The same deals stand on many pages, and reading all that a card
 * shows takes longer than choosing them, so that cards are kept; one of another version is never used.
 */
export async function readCards(
  context: CardContext & Pick<Context, 'db'>,
  chosen: { thread_id: number; version: string }[],
): Promise<DealCard[]> {
  const { db } = context;
  let kept = keptCards.get(db);
  if (!kept) keptCards.set(db, (kept = new LRUCache({ max: KEPT_CARDS })));
  const found = new Map<number, KeptCard>();
  for (const { thread_id: id, version } of chosen) {
    const known = kept.get(id);
    if (known?.version === version) found.set(id, known);
  }
  const missing = chosen.filter(({ thread_id: id }) => !found.has(id)).map(({ thread_id: id }) => id);
  const rows = missing.length > 0 ? await dealCards(db).select(CARD_VERSION).where('d.thread_id', 'in', missing).execute() : [];
  for (const row of rows) {
    const read = { version: row.version, card: wholeCard(row, context.config), begun: votableSince(row) };
    found.set(row.thread_id, read);
    kept.set(row.thread_id, read);
  }
  return chosen.flatMap(({ thread_id: id }) => {
    const card = found.get(id);
    return card ? withShownScore(context, card.card, card.begun) : [];
  });
}
