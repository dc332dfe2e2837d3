import { z } from 'zod';
import { flag, positiveId } from '../../lib/form-fields.ts';
import { ownPath } from '../../lib/own-path.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { limit } from '../session/limit.server.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { fileSaved, hasList, renameList, setReminder } from './lists.server.ts';
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
  if ('error' in done) return { answer: done, refused: { message: done.error }, to: pageOf(visit) };
  return { answer: { success: true, message: done.message }, to: done.to ?? (await pageLeft(visit)), notice: done.message };
});

/** The page that a form was on, or the last page if that one no longer exists. */
function pageLeft({ context: { db }, form, session: { userId } }: MemberVisit): Promise<string> {
  const { searchParams } = new URL(pageOf({ form }), 'http://localhost');
  return savedPageLeft(db, userId, searchParams);
}

const NOT_SAVED = { error: 'This deal is no longer among your saved deals.' };
const NO_LIST = { error: 'You no longer have this list. It may have been renamed or deleted meanwhile.' };

/** @returns what was done, or why nothing was */
async function act({
  context: { db },
  form,
  session: { userId },
}: MemberVisit): Promise<{ message: string; to?: string } | { error: string }> {
  const read = fields.safeParse(fieldsOf(form));
  if (!read.success) return { error: `That did not work. A list has a name of up to ${LONGEST_LIST} characters.` };
  const input = read.data;
  switch (input.do) {
    case 'remove':
      await removeSaved(db, userId, input.threadid);
      return { message: 'Removed from your saved deals.' };
    case 'file':
      if (!(await fileSaved(db, userId, input.threadid, input.list))) return NOT_SAVED;
      return { message: input.list === '' ? 'Removed from its list.' : `Moved to “${input.list}”.` };
    case 'remind':
      if (!(await setReminder(db, userId, input.threadid, input.remind)))
        return { error: 'This deal is no longer among your saved deals, or we no longer know when it ends.' };
      return { message: input.remind ? `We will remind you ${REMINDED_HOURS} hours before it ends.` : 'The reminder is off.' };
    case 'rename-list': {
      const { list: from, name } = input;
      const isMerged = from !== name && (await hasList(db, userId, name));
      if ((await renameList(db, userId, from, name)) === 0) return NO_LIST;
      const message = isMerged
        ? `You had a list “${name}”. Its deals and those of “${from}” are together now.`
        : `The list is now called “${name}”.`;
      return { message, to: savedAddress({ list: name, order: 'saved', page: 1 }) };
    }
    case 'delete-list':
      if ((await renameList(db, userId, input.list, '')) === 0) return NO_LIST;
      return { message: 'The list is deleted. Its deals stay saved.', to: SAVED };
  }
}
