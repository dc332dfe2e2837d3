import { required } from '../../src/lib/required.ts';
import { readSession } from '../../src/features/session/read-session.server.ts';
import { loadPostPage } from '../../src/features/posting/form.server.ts';
import { postForm } from '../../src/features/posting/post.server.ts';
import type { Context } from '../../src/server/context.ts';
import { accountsContext } from './accounts.ts';
import type { Caller } from './calls.ts';
import type { Open } from './databases.ts';
import { publishedCatalogue } from './published-catalogue.ts';

/** A catalogue with the stores and categories of `publishedCatalogue`. */
export async function catalogueToPostIn(open: Open): Promise<ReturnType<typeof accountsContext>> {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, 3);
  return context;
}

/** What somebody types of a lamp. */
export const LAMP = {
  url: 'https://north-mart.example/p/brass-reading-lamp-48213',
  title: 'Brass reading lamp',
  price: '$24.99',
  category: 'desk-lamps',
};

type Fields = Record<string, string>;

/** Sends the form for a deal. @returns what the call answers */
export const post = async ({ browser }: { browser: Caller }, fields: Fields, action = 'submit') =>
  (await browser.callAsMember(postForm, { form: { do: action, ...fields } })).answer;

/** The deals that members posted. */
export const postedDeals = ({ db }: Context) =>
  db.selectFrom('deals').selectAll().where('source', '=', 'site').orderBy('thread_id').execute();

export const submissionsOf = ({ db }: Context) => db.selectFrom('submissions').selectAll().orderBy('id').execute();

/** What the page with the form for a deal shows somebody in their browser. */
export async function pageOf(context: Context, browser: Caller, query = '') {
  const session = required(await readSession({ context, cookies: browser.cookies() }), 'the session');
  return required(await loadPostPage(context, session, new URLSearchParams(query)), 'the page');
}
