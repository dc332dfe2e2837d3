import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { type Move, moveTable } from '../../server/db/moves.ts';
import { requireFields } from '../../server/http/fields.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { limit } from '../session/limit.server.ts';
import { lockMember } from '../session/lock-member.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { hideCall, type HideAnswer } from './contracts/hide.ts';
import { MOST_HIDDEN } from './hidden.ts';
import { HIDDEN_DEALS } from './path.ts';

/** `POST /ajax/hide.php`: hides deals and shows others again; without any, it says which are hidden. */
export const hideForm = memberForm(HIDDEN_DEALS, answerHide, { onGuest: { error: DO_LOG_IN } satisfies HideAnswer });

async function answerHide({ context, form, session }: MemberVisit): Promise<Outcome> {
  const { 'hide[]': hide, 'show[]': show } = requireFields(form, hideCall.form);
  await limit(context, 'hide', session.userId);
  return { answer: { hidden: await changeHidden(context, session.userId, hide, show) } satisfies HideAnswer, to: HIDDEN_DEALS };
}

/**
 * Hides and shows deals; in place of one that was merged into another, the other. Deleted deals are left out, and beyond `MOST_HIDDEN` those hidden first.
 * @returns the member's hidden deals, the last hidden first
 */
async function changeHidden({ db, clock }: Context, userId: number, hide: number[], show: number[]): Promise<number[]> {
  return db.transaction().execute(async (transaction) => {
    if (hide.length + show.length > 0) {
      await lockMember(transaction, userId);
      await sql`
        delete from hidden_deals where user_id = ${userId} and thread_id in (
          select coalesce(merged.into_thread_id, shown.id)
          from unnest(${show}::bigint[]) as shown (id) left join merged_deals as merged on merged.thread_id = shown.id)`.execute(
        transaction,
      );
      await sql`
        insert into hidden_deals (user_id, thread_id, hidden_at)
        select ${userId}::int, d.thread_id, ${clock()}::timestamptz - wanted.place * interval '1 millisecond'
        from unnest(${hide}::bigint[]) with ordinality as wanted (id, place)
        left join merged_deals as merged on merged.thread_id = wanted.id
        join deals as d on d.thread_id = coalesce(merged.into_thread_id, wanted.id) and d.status <> 'scheduled'
        order by d.post_id for key share of d on conflict do nothing`.execute(transaction);
      await sql`
        delete from hidden_deals where user_id = ${userId} and thread_id in (
          select thread_id from hidden_deals where user_id = ${userId} order by hidden_at desc, thread_id desc offset ${MOST_HIDDEN})`.execute(
        transaction,
      );
    }
    return (await hiddenDeals(transaction, userId)).map(({ thread_id: id }) => id);
  });
}

/** The deals that a member hides, the last hidden first; also for the download of their data. */
export const hiddenDeals = (db: Db, userId: number) =>
  db
    .selectFrom('hidden_deals')
    .select(['thread_id', 'hidden_at'])
    .where('user_id', '=', userId)
    .orderBy('hidden_at', 'desc')
    .orderBy('thread_id', 'desc')
    .execute();

/** Hides other deals for members who hide those that go, by threads, in a transaction. */
export async function moveHidden(transaction: Db, moves: readonly Move[]): Promise<void> {
  await sql`
    insert into hidden_deals (user_id, thread_id, hidden_at)
    select user_id, into_id, hidden_at from hidden_deals join ${moveTable(moves)} on thread_id = from_id
    on conflict do nothing`.execute(transaction);
  await sql`delete from hidden_deals using ${moveTable(moves)} where thread_id = from_id`.execute(transaction);
}
