import { z } from 'zod';
import { positiveId, wholeNumber } from '../../lib/form-fields.ts';
import { ownPath } from '../../lib/own-path.ts';
import { readMoment, type DateReading } from '../../server/read-date.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { dropDraft } from '../comments/drafts.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import { decide, type DecisionInput } from './decide.server.ts';
import { decided, moderatorForm } from './moderator-form.server.ts';
import { aboutIn, keepingReasons } from './reasons.server.ts';
import { RejectedAction } from './rejected-action.ts';
import { removeSharedVotes } from './remove-shared-votes.server.ts';
import { undo } from './undo.server.ts';
import { DECISIONS, LONGEST_REASON, MODERATION, toReason } from './words.ts';
import { DAY_MS } from '../../lib/durations.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/** The page that a form was on. */
const pageOf = ({ form }: Pick<FormCall, 'form'>) => {
  const page = ownPath(form.get('url'));
  return page?.startsWith(MODERATION.queue) ? page : MODERATION.queue;
};

/**
 * `POST /account/moderation`: everything that moderators do; they must have logged in recently. Its `do` is a decision about a
 * post, `undo` or `remove-votes`.
 */
export const moderationActions = moderatorForm(
  pageOf,
  async (visit) => {
    const message = await act(visit);
    const about = aboutIn(visit);
    if (about !== undefined) await dropDraft(visit.context.db, visit.session.userId, about);
    return decided(pageOf(visit), message);
  },
  keepingReasons,
);

const id = positiveId();
const reason = z.string().transform(toReason).pipe(z.string().max(LONGEST_REASON)).default('');
const fields = z.discriminatedUnion('do', [
  z.object({
    do: z.literal(DECISIONS),
    postid: id,
    author: z.string().default(''),
    until: z.string().default(''),
    reason,
    seen: z.string().default('0').pipe(wholeNumber(0)),
    shown: z.string().optional(),
  }),
  z.object({ do: z.literal('undo'), action: id }),
  z.object({
    do: z.literal('remove-votes'),
    members: z
      .string()
      .transform((text) => text.split(','))
      .pipe(z.array(wholeNumber(1, MAX_INTEGER)).min(2).max(100)),
    reason,
  }),
]);

const NONE_CHOSEN = 'Press one of the buttons to decide. Nothing was changed.';

async function act({ context, form, session }: MemberVisit): Promise<string> {
  if (form.get('do') === 'none') throw new RejectedAction(NONE_CHOSEN);
  const read = fields.safeParse(fieldsOf(form));
  if (!read.success) throw new RejectedAction('This form is not complete. Nothing was changed.');
  const input = read.data;
  if (input.do === 'undo') return undo(context, session.userId, input.action);
  if (input.do === 'remove-votes') return removeSharedVotes(context, session.userId, { userIds: input.members, reason: input.reason });
  const author = sanctionOf(input, { ...context.config.region, now: context.clock() });
  const { postid: postId, do: decision, seen, shown } = input;
  return decide(context, session.userId, { postId, decision, author, reason: input.reason, seen, shown });
}

/** Practically for ever, and still a date that the database and the browser can represent. */
const LONGEST_MS = 100 * 365 * DAY_MS;

const NO_END = 'A suspension needs an end: a date in the future. Nothing was changed.';
const DATE_ALONE = 'A date goes with “Suspend until the date”: choose that, or empty the date. Nothing was changed.';

/** What is to be done to the author (`AUTHOR_CHOICES`); a date is that of the site's zone. */
function sanctionOf({ author, until }: { author: string; until: string }, reading: DateReading): DecisionInput['author'] {
  const { now } = reading;
  const isDate = z.iso.date().safeParse(until).success;
  if (until !== '' && !isDate) throw new RejectedAction(NO_END);
  if (until !== '' && author !== 'suspend-date') throw new RejectedAction(DATE_ALONE);
  if (author === '') return undefined;
  if (author === 'warn') return 'warn';
  const days = /^suspend-([1-9]\d{0,3})$/.exec(author)?.[1];
  if (days) return new Date(now.getTime() + Number(days) * DAY_MS);
  const end = author === 'suspend-date' && isDate ? readMoment(until, reading, 'start') : undefined;
  if (!end || end <= now || end.getTime() > now.getTime() + LONGEST_MS) throw new RejectedAction(NO_END);
  return end;
}
