import { savedActions } from '../../src/features/saved/actions.server.ts';
import { loadSaved } from '../../src/features/saved/list.server.ts';
import { answerOwnSaved } from '../../src/features/saved/own-saved.server.ts';
import { saveCall } from '../../src/features/saved/contracts/save.ts';
import { saveForm } from '../../src/features/saved/save.server.ts';
import type { Context } from '../../src/server/context.ts';
import { formEndpoint } from '../../src/server/http/endpoint.ts';
import { accountsContext } from './accounts.ts';
import { agreed } from './agreed.ts';
import type { Caller } from './calls.ts';
import type { Open } from './databases.ts';
import { publishedCatalogue } from './published-catalogue.ts';

/** A few live deals at $100 that nobody has saved, the last saved first where they are. */
export async function dealsToSave(open: Open, count = 4) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, count);
  await context.db.updateTable('deals').set({ price_cents: 10_000, list_price_cents: null, status: 'live', expires_at: null }).execute();
  const deals = await context.db.selectFrom('deals').select(['thread_id', 'title', 'source_id']).orderBy('thread_id').execute();
  return { context, deals, threads: deals.map(({ thread_id: id }) => id) };
}

/** Saves a deal as the button does, or takes it off. @returns what the call answers */
export const save = async (browser: Caller, threadid: number, saved = true): Promise<unknown> =>
  agreed(saveCall, await browser.callAsMember(saveForm, { form: { threadid: String(threadid), saved: saved ? '1' : '0' } })).answer;

/** Sends a form of the page of saved deals. @returns what the call answers */
export const actOnSaved = async (browser: Caller, form: Record<string, string | number>): Promise<unknown> =>
  (
    await browser.callAsMember(savedActions, {
      form: Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])),
    })
  ).answer;

const ownSaved = formEndpoint(answerOwnSaved);

/** Which of these deals the buttons of a member show as saved. */
export const ownSavedOf = async (browser: Caller, threads: number[]): Promise<unknown> =>
  (await browser.call(ownSaved, { form: { 'ti[]': threads.map(String) } })).answer;

/** Thread ids on the page of saved deals. */
export async function savedBy(context: Context, userId: number, query = ''): Promise<number[]> {
  const page = await loadSaved(context, userId, new URLSearchParams(query));
  return page!.deals.map(({ card }) => card.threadId);
}
