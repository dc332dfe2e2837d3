import { z } from 'zod';
import { flag, positiveId } from '../../lib/form-fields.ts';
import { ownPath } from '../../lib/own-path.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { limit } from '../session/limit.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { fileSaved, renameList, setReminder } from './lists.server.ts';
import { savedPageLeft } from './list.server.ts';
import { removeSaved } from './save.server.ts';
import { LONGEST_LIST, normalizeList, REMINDED_HOURS, SAVED, savedAddress } from './saved.ts';

const threadid = positiveId();
const list = z.string().transform(normalizeList).pipe(z.string().max(LONGEST_LIST));
const fields = z.discriminatedUnion('do', [
  z.object({ do: z.literal('remove'), threadid }),
  z.object({ do: z.literal('file'), threadid, list }),
  z.object({ do: z.literal('remind'), threadid, remind: flag }),
  z.object({ do: z.literal('rename-list'), list: list.pipe(z.string().min(1)), name: list.pipe(z.string().min(1)) }),
  z.object({ do: z.literal('delete-list'), list: list.pipe(z.string().min(1)) }),
]);

/** The page of saved deals that a form was on. */
const pageOf = ({ form }: Pick<FormCall, 'form'>) => {
  const page = ownPath(form.get('url'));
  return page?.startsWith(SAVED) ? page : SAVED;
};

/** `POST /account/saved`: removes saved deals, files them, and has members reminded of their ends. */
export const savedActions = memberForm(pageOf, async (visit): Promise<Outcome> => {
  await limit(visit.context, 'save', visit.session.userId);
  const done = await act(visit);
  if (done) return { answer: { success: true, message: done.message }, to: done.to ?? (await pageLeft(visit)), notice: done.message };
  const error = `That did not work. A list’s name can have up to ${LONGEST_LIST} characters.`;
  return { answer: { error }, refused: { message: error }, to: pageOf(visit) };
});

/** The page that a form was on, or the last page if that one no longer exists. */
function pageLeft({ context: { db }, form, session: { userId } }: MemberVisit): Promise<string> {
  const { searchParams } = new URL(pageOf({ form }), 'http://localhost');
  return savedPageLeft(db, userId, searchParams);
}

/** @returns what was done; undefined when the form does not say, or there is no such deal or list */
async function act({ context: { db }, form, session: { userId } }: MemberVisit): Promise<{ message: string; to?: string } | undefined> {
  const read = fields.safeParse(fieldsOf(form));
  if (!read.success) return undefined;
  const input = read.data;
  switch (input.do) {
    case 'remove':
      await removeSaved(db, userId, input.threadid);
      return { message: 'Removed from your saved deals.' };
    case 'file':
      if (!(await fileSaved(db, userId, input.threadid, input.list))) return undefined;
      return { message: input.list === '' ? 'Removed from its list.' : `Moved to “${input.list}”.` };
    case 'remind':
      if (!(await setReminder(db, userId, input.threadid, input.remind))) return undefined;
      return { message: input.remind ? `We will remind you ${REMINDED_HOURS} hours before it ends.` : 'The reminder is off.' };
    case 'rename-list':
      if ((await renameList(db, userId, input.list, input.name)) === 0) return undefined;
      return { message: `The list is now called “${input.name}”.`, to: savedAddress({ list: input.name, order: 'saved', page: 1 }) };
    case 'delete-list':
      if ((await renameList(db, userId, input.list, '')) === 0) return undefined;
      return { message: 'The list is deleted. Its deals stay saved.', to: SAVED };
  }
}
