import { OWN_POSTS } from '../../lib/community-paths.ts';
import { readId } from '../../lib/exact-params.ts';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import { formatDate } from '../../lib/dates.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { Fault } from '../../server/http/fault.ts';
import { dealPath } from '../deals/deal.ts';
import { memberForm, type MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { dropPostDraft } from './drafts.server.ts';
import { unpublishedSubmissions, withdrawWaiting } from './submissions.server.ts';
import { whyNotWaiting } from './submit.server.ts';

/** A deal that a member posted. */
interface OwnDeal {
  threadId: number;
  title: string;
  /** Null where it shows to nobody. */
  path: string | null;
  /** What became of it, in words. */
  state: string;
  postedAt: Date;
  /** Whether fetching its picture failed for good. */
  lacksPicture: boolean;
}

/** What a member posted: what waits or was refused, and a page of the deals. */
export interface OwnPosts {
  unpublished: (Awaited<ReturnType<typeof unpublishedSubmissions>>[number] & Pick<OwnDeal, 'lacksPicture'>)[];
  deals: OwnDeal[];
  page: number;
  pages: number;
}

const DEALS_A_PAGE = 30;

/** Reads what a member posted; undefined for no page number, or past the end. */
export async function loadOwnPosts({ db, config }: Context, userId: number, query: URLSearchParams): Promise<OwnPosts | undefined> {
  const bounds = pageBounds(query, DEALS_A_PAGE);
  if (!bounds) return undefined;
  const { page, offset } = bounds;
  const own = db.selectFrom('deals').where('posted_by', '=', userId);
  const { count } = await own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const pages = pageCount(count, DEALS_A_PAGE);
  if (page > pages) return undefined;
  const rows = await own
    .select(['thread_id', 'title', 'status', 'starts_at', 'posted_at', 'image_url'])
    .orderBy('posted_at', 'desc')
    .orderBy('thread_id', 'desc')
    .limit(DEALS_A_PAGE)
    .offset(offset)
    .execute();
  const stateOf = ({ status, starts_at: startsAt }: (typeof rows)[number]) => {
    if (status === 'live') return 'Published';
    if (status === 'expired') return 'Expired';
    return startsAt ? `Shows from ${formatDate(startsAt.toISOString(), config.region)}` : 'Taken off the site by a moderator';
  };
  const unpublished = page === 1 ? await unpublishedSubmissions(db, userId) : [];
  const failed = await failedPictures(db, [
    ...unpublished.map(({ fields }) => fields.image),
    ...rows.map(({ image_url: image }) => image ?? ''),
  ]);
  return {
    page,
    pages,
    unpublished: unpublished.map((one) => ({ ...one, lacksPicture: failed.has(one.fields.image) })),
    deals: rows.map((row) => ({
      threadId: row.thread_id,
      title: row.title,
      state: stateOf(row),
      postedAt: row.posted_at,
      lacksPicture: row.status !== 'expired' && failed.has(row.image_url ?? ''),
      path: row.status === 'scheduled' ? null : dealPath({ threadId: row.thread_id, title: row.title }),
    })),
  };
}

/** The addresses whose pictures failed for good. Members are not told why: it would reveal what the server finds in its own network. */
async function failedPictures(db: Db, addresses: string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set();
  const rows = await db
    .selectFrom('pictures')
    .select('address')
    .where('address', 'in', addresses)
    .where('state', '=', 'failed')
    .where('digest', 'is', null)
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** `POST /account/posts`: takes back a deal that waits. */
export const ownPostsActions = memberForm(OWN_POSTS, async ({ context, form, session }: MemberVisit): Promise<Outcome> => {
  if (form.get('do') !== 'withdraw') throw new Fault(400, 'do must be withdraw.');
  const id = readId(form.get('waiting') ?? '') ?? 0;
  if (!(await withdrawWaiting(context.db, session.userId, id))) {
    const message = await whyNotWaiting(context.db, session.userId, id);
    return { answer: { error: message }, refused: { message }, to: OWN_POSTS };
  }
  await dropPostDraft(context.db, session.userId, id);
  return { answer: { success: true }, to: OWN_POSTS, notice: 'It is withdrawn, and nothing is kept of it.' };
});
