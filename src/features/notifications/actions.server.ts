import { z } from 'zod';
import { positiveId, wholeNumber } from '../../lib/form-fields.ts';
import { ownPath } from '../../lib/own-path.ts';
import { keyed } from '../../lib/keyed.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { limit } from '../session/limit.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { CHOSEN_KINDS, NOTIFICATION_CHANNELS } from './kinds.ts';
import { NOTIFICATIONS } from './pages.ts';
import { readAll } from './read.server.ts';
import { saveChoices, type Choices } from './choices.server.ts';
import { muteMember, muteThread, unmuteMember, unmuteThread } from './mutes.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

const userid = wholeNumber(1, MAX_INTEGER);
const fields = z.discriminatedUnion('do', [
  z.object({ do: z.literal('read-all') }),
  z.object({ do: z.literal('choose') }),
  z.object({ do: z.literal(['mute-thread', 'unmute-thread']), threadid: positiveId() }),
  z.object({ do: z.literal(['mute-member', 'unmute-member']), userid }),
]);

/** The part of the page that a form was on. */
const pageOf = ({ form }: Pick<FormCall, 'form'>) => {
  const page = ownPath(form.get('url'));
  return page?.startsWith(NOTIFICATIONS) ? page : NOTIFICATIONS;
};

/** `POST /account/notifications`: marks all as read, keeps how a member wants to be notified, mutes and unmutes. */
export const notificationActions = memberForm(pageOf, async (visit): Promise<Outcome> => {
  await limit(visit.context, 'notification-settings', visit.session.userId);
  const to = pageOf(visit);
  const { done, fault } = await act(visit);
  if (done === undefined) return { answer: { error: fault }, refused: { message: fault }, to };
  return { answer: { success: true, message: done }, to, notice: done };
});

/** What was done, or why nothing was. */
type Done = { done: string; fault?: never } | { done?: never; fault: string };

async function act({ context, form, session }: MemberVisit): Promise<Done> {
  const read = fields.safeParse(fieldsOf(form));
  if (!read.success) return { fault: 'This form is not complete. Nothing was changed.' };
  const input = read.data;
  const { userId } = session;
  switch (input.do) {
    case 'read-all':
      await readAll(context, userId);
      return { done: 'All notifications are marked as read.' };
    case 'choose':
      await saveChoices(context.db, userId, choicesIn(form));
      return { done: 'Your choice is saved.' };
    case 'mute-thread': {
      const fault = await muteThread(context, userId, input.threadid);
      return fault === undefined ? { done: `You will get no more notifications about this deal. ${LIFTED}` } : { fault };
    }
    case 'unmute-thread':
      await unmuteThread(context.db, userId, input.threadid);
      return { done: 'The deal is no longer muted.' };
    case 'mute-member': {
      const muted = await muteMember(context, userId, input.userid);
      return 'fault' in muted ? muted : { done: `You will get no more notifications about ${muted.username}. ${LIFTED}` };
    }
    case 'unmute-member':
      await unmuteMember(context.db, userId, input.userid);
      return { done: 'The member is no longer muted.' };
  }
}

const LIFTED = 'You can undo this in the settings.';

/** Checked boxes have a kind as their name and a channel as their value. */
const choicesIn = (form: URLSearchParams): Choices =>
  keyed(CHOSEN_KINDS, (kind) => {
    const ticked = new Set(form.getAll(kind));
    return NOTIFICATION_CHANNELS.filter((channel) => ticked.has(channel));
  });
