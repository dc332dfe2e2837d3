import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Context } from '../../server/context.ts';
import { CARD_COLUMNS } from './cards.server.ts';
import { shownDeals } from './shown-deals.server.ts';

/** A deal as its page shows it. */
export type DealRow = Awaited<ReturnType<typeof dealRows>>[number];

/** Reads deals for their pages, by their ids. */
export const dealRows = ({ db }: Context, threadIds: number[]) =>
  shownDeals(db)
    .leftJoin('members as m', 'm.user_id', 'd.posted_by')
    .select(CARD_COLUMNS)
    .select(['d.source', 'd.members_only', 'd.ships_to', 'd.condition', 'd.checked_at'])
    .select([
      'd.category_id',
      'd.store_id',
      'd.url',
      'd.description',
      'd.updated_at',
      'd.expires_at',
      'm.username as posted_by_name',
      'm.user_id as posted_by_id',
    ])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('price_observations as p')
          .select(['p.observed_on', 'p.cents'])
          .whereRef('p.thread_id', '=', 'd.thread_id')
          .orderBy('p.observed_on'),
      ).as('prices'),
    )
    .where('d.thread_id', 'in', threadIds)
    .execute();
