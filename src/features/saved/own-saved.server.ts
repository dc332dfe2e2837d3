import * as z from 'zod/mini';
import { idList } from '../../lib/form-fields.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { requireFields } from '../../server/http/fields.ts';
import { readSession } from '../session/read-session.server.ts';
import type { OwnSaved } from './contracts/own-saved.ts';

const MOST_IDS = 500;
const ownSavedForm = z.object({ 'ti[]': idList(MOST_IDS) });

/** `POST /ajax/saved.php`: which of these deals the member saved; none for a guest. */
export async function answerOwnSaved(call: FormCall): Promise<OwnSaved> {
  const { 'ti[]': threadIds } = requireFields(call.form, ownSavedForm);
  const session = threadIds.length > 0 ? await readSession(call) : undefined;
  if (!session) return { saved: [] };
  const rows = await call.context.db
    .selectFrom('saved_deals')
    .select('thread_id')
    .where('user_id', '=', session.userId)
    .where('thread_id', 'in', threadIds)
    .execute();
  return { saved: rows.map(({ thread_id: id }) => id) };
}
