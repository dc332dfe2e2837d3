import { alertsForm } from '../../src/features/alerts/alerts.server.ts';
import { matchDue } from '../../src/features/alerts/match.server.ts';
import { gatherSearch } from '../../src/features/search/gather.server.ts';
import type { Context } from '../../src/server/context.ts';
import { accountsContext, type MovedClock, type verifiedMember } from './accounts.ts';
import { brand, category, deal, forum, importRecords, store } from './catalogue.ts';
import type { Open } from './databases.ts';

type Member = Awaited<ReturnType<typeof verifiedMember>>;

/** A catalogue without deals: two stores, two brands, two forums, and three categories, one below the other. */
const SHELVES = [
  forum(),
  forum({ slug: 'freebies', title: 'Freebies', position: 2 }),
  category({ slug: 'computers', name: 'Computers' }),
  category({ slug: 'storage', name: 'Storage', parent: 'computers', position: 2 }),
  category({ slug: 'drives', name: 'Drives', parent: 'storage', position: 3 }),
  category({ slug: 'garden', name: 'Garden', position: 4 }),
  store({ slug: 'newmart', name: 'Newmart' }),
  store({ slug: 'oldmart', name: 'Oldmart', host: 'oldmart.example' }),
  brand({ slug: 'kingsway', name: 'Kingsway' }),
  brand({ slug: 'corsa', name: 'Corsa' }),
];

/** A site of stores, brands and categories without deals, at a clock of the test's; scores show at once unless `settings` say otherwise. */
export async function alertsSite(open: Open, settings: Record<string, string> = {}): Promise<Context & { at: MovedClock }> {
  const context = accountsContext((await open()).db, { SCORE_HIDDEN_MINUTES: '0', ...settings });
  await importRecords(context, SHELVES);
  return context;
}

/** Imports deals, as a feed brings them, and has alerts look at them. @returns how many members were told */
export async function saveDeals(context: Context, ...deals: Record<string, unknown>[]): Promise<number> {
  await importRecords(
    context,
    deals.map((fields) =>
      deal({ store: 'newmart', category: 'drives', forum: 'hot-deals', postedAt: context.clock().toISOString(), ...fields }),
    ),
  );
  await gatherSearch(context.db);
  return matchDue(context);
}

/** Sends a form of deal alerts. */
export const alertCall = async (
  { browser }: Pick<Member, 'browser'>,
  form: Record<string, string | string[]>,
): Promise<Record<string, unknown>> => (await browser.callAsMember(alertsForm, { form })).answer as Record<string, unknown>;

/** What forms of guests send for a token. */
export const GUEST = { securitytoken: 'guest' };

/** The alerts of all members, with their criteria, in the order in which they were made. */
export const alertsIn = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('alerts as a')
    .innerJoin('criteria as c', 'c.id', 'a.criteria')
    .selectAll('a')
    .select('c.criteria_id')
    .orderBy('alert_id')
    .execute();

/** Makes an alert. @returns its id */
export async function newAlert(member: Pick<Member, 'browser'>, form: Record<string, string | string[]>): Promise<number> {
  const answer = await alertCall(member, { do: 'do-add', ...form });
  if (answer['success'] !== true) throw new Error(`the alert was refused: ${JSON.stringify(answer)}`);
  return Number(answer['alertid']);
}

/** What a member was told of, oldest first: the deal's title, and its price in cents then. */
export async function announcedTo(
  { db }: Pick<Context, 'db'>,
  { userId }: Pick<Member, 'userId'>,
): Promise<[title: string, cents: number][]> {
  const rows = await db
    .selectFrom('notifications as n')
    .innerJoin('deals as d', 'd.thread_id', 'n.thread_id')
    .select(['d.title', 'n.price_cents'])
    .where('n.user_id', '=', userId)
    .where('n.kind', '=', 'deal-alert')
    .orderBy('n.id')
    .execute();
  return rows.map(({ title, price_cents }) => [title, Number(price_cents)]);
}
