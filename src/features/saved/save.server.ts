import { ownPath } from '../../lib/own-path.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { hasThreadId } from '../deals/merged-into.server.ts';
import { DO_LOG_IN } from '../session/contracts/participation.ts';
import { limit } from '../session/limit.server.ts';
import { lockMember } from '../session/lock-member.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { saveCall, type SaveAnswer } from './contracts/save.ts';
import { SAVED } from './saved.ts';

/** How many deals a member can save; nobody finds anything in a longer list. */
const MOST_SAVED = 2_000;

/** The page that confirms a save from a published page, with the member's token. */
const confirmationOf = ({ form }: Pick<FormCall, 'form'>) =>
  `${SAVED}?${new URLSearchParams({ save: (form.get('threadid') ?? '').slice(0, 20) }).toString()}`;

/** `POST /ajax/save.php`: saves a deal, or takes it off the saved ones. */
export const saveForm = memberForm(confirmationOf, answerSave, { onGuest: { error: DO_LOG_IN } satisfies SaveAnswer, hasToken: false });

async function answerSave(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const refused = (error: string): Outcome => ({ answer: { error } satisfies SaveAnswer, refused: { message: error }, to: SAVED });
  const fields = saveCall.form.safeParse(fieldsOf(form));
  if (!fields.success) return refused('The form does not say which deal it is about.');
  const { threadid, saved } = fields.data;
  await limit(context, 'save', session.userId);
  const to = ownPath(form.get('url')) ?? SAVED;
  if (!saved) {
    await removeSaved(context.db, session.userId, threadid);
    return { answer: { threadid, saved } satisfies SaveAnswer, to, notice: 'Removed from your saved deals.' };
  }
  const fault = await saveDeal(context, session.userId, threadid);
  return fault ? refused(fault) : { answer: { threadid, saved } satisfies SaveAnswer, to, notice: 'The deal is saved.' };
}

/**
 * Saves a deal for a member, with its current price and state; an existing save stays as it is. Of a deal that was merged into another one,
 * the other is saved.
 * @returns why it cannot be saved
 */
async function saveDeal({ db, clock }: Context, userId: number, threadId: number): Promise<string | undefined> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockMember(transaction, userId))) return 'Your account no longer exists.';
    const deal = await transaction
      .selectFrom('deals as d')
      .select(['d.thread_id', 'd.price_cents', 'd.status'])
      .where(hasThreadId(threadId))
      .where('d.status', '<>', 'scheduled')
      .forKeyShare()
      .executeTakeFirst();
    if (!deal) return 'This deal no longer exists.';
    const own = transaction.selectFrom('saved_deals').where('user_id', '=', userId);
    if (await own.select('thread_id').where('thread_id', '=', deal.thread_id).executeTakeFirst()) return undefined;
    const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (count >= MOST_SAVED) return 'Your list of saved deals is full. Please remove some first.';
    const { thread_id, price_cents: known_cents, status } = deal;
    await transaction
      .insertInto('saved_deals')
      .values({ user_id: userId, thread_id, saved_at: clock(), known_cents, knows_expired: status === 'expired' })
      .onConflict((oc) => oc.doNothing())
      .execute();
    return undefined;
  });
}

/** Takes a deal off a member's saved ones; of a deal that was merged, the deal that it was merged into. */
export const removeSaved = (db: Db, userId: number, threadId: number) =>
  db.deleteFrom('saved_deals as d').where('d.user_id', '=', userId).where(hasThreadId(threadId)).execute();
