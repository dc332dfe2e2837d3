import { sql } from 'kysely';
import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { idParam, readId, singleParam } from '../../lib/exact-params.ts';
import { dealPage } from '../catalogue-files/export-deals.server.ts';
import { isOffSite } from '../catalogue/status.server.ts';
import { readDraft } from '../comments/drafts.server.ts';
import { dealPath, threadIdOf } from '../deals/deal.ts';
import { newestActions } from '../moderation/queue.server.ts';
import { postFields, type PostFields } from '../posting/contracts/fields.ts';
import { categoryChoices, storeNames, type Choice } from '../posting/form.server.ts';
import { changesOf, mergedFields, shownFields, type FieldChange } from './editable-deal.ts';

/** A deal in a list of the desk. */
export interface FoundDeal {
  threadId: number;
  title: string;
  /** Null where it shows to nobody. */
  path: string | null;
  state: string;
}

/** A deal with all that can be done with it. */
export interface EditedDeal extends FoundDeal {
  postId: number;
  postedBy: number | null;
  status: 'live' | 'scheduled' | 'expired';
  isOffSite: boolean;
  isFeatured: boolean;
  /** The newest action of a moderator, which a form sends back. */
  seen: number;
  /** As it is, and as the form shows it: with what the moderator typed. */
  now: PostFields;
  fields: PostFields;
  /** What saving would change. */
  changes: FieldChange[];
  /** What somebody else has changed since the moderator saw it. */
  meanwhile: FieldChange[];
  categories: Choice[];
  stores: string[];
}

export type DealsPage = { q: string; deals: FoundDeal[] } | { one: EditedDeal };

const MOST_FOUND = 20;

/** Reads the deals that a search of the desk finds, or with `id` one of them; undefined where there is none. */
export async function loadDeals(context: Context, moderatorId: number, query: URLSearchParams): Promise<DealsPage | undefined> {
  if (query.has('id')) {
    const one = await loadEdited(context, moderatorId, idParam(query, 'id'));
    return one && { one };
  }
  const q = (singleParam(query, 'q') ?? '').trim().slice(0, 200);
  return { q, deals: await findDeals(context.db, q) };
}

interface Row {
  thread_id: number;
  title: string;
  status: 'live' | 'scheduled' | 'expired';
  starts_at: Date | null;
}

async function findDeals(db: Db, q: string): Promise<FoundDeal[]> {
  const id = readId(q) ?? threadIdOf(/\/f\/([^/?#]+)/.exec(q)?.[1] ?? '');
  const is = q === '' ? sql`true` : id === undefined ? sql`search @@ plainto_tsquery('search', search_fold(${q}))` : sql`thread_id = ${id}`;
  const { rows } = await sql<Row>`
    select thread_id, title, status, starts_at from deals where ${is} order by thread_id desc limit ${MOST_FOUND}`.execute(db);
  return rows.map(toFound);
}

const toFound = ({ thread_id: threadId, title, status, starts_at: startsAt }: Row): FoundDeal => ({
  ...{ threadId, title },
  path: status === 'scheduled' ? null : dealPath({ threadId, title }),
  state: isOffSite({ status, startsAt }) ? 'Off the site' : { live: 'Live', scheduled: 'Scheduled', expired: 'Expired' }[status],
});

/** What a moderator typed over what they saw. */
const edit = z.object({ was: postFields, typed: postFields });
export type Edit = z.infer<typeof edit>;

/** What a draft of an edit is of. */
export const aboutEdit = (threadId: number) => `desk:${threadId}`;

async function loadEdited(context: Context, moderatorId: number, threadId: number | undefined): Promise<EditedDeal | undefined> {
  const { db } = context;
  if (threadId === undefined) return undefined;
  const row = await db
    .selectFrom('deals')
    .select(['thread_id', 'post_id', 'title', 'status', 'starts_at', 'posted_by', 'featured_at'])
    .where('thread_id', '=', threadId)
    .executeTakeFirst();
  const now = await readFields(context, db, threadId);
  if (!row || !now) return undefined;
  const kept = await readDraft(db, moderatorId, aboutEdit(threadId));
  const { was, typed } = kept === undefined ? { was: now, typed: now } : edit.parse(JSON.parse(kept));
  const fields = mergedFields({ was, typed, now });
  return {
    ...toFound(row),
    ...{ postId: row.post_id, postedBy: row.posted_by, status: row.status, isFeatured: row.featured_at !== null },
    isOffSite: isOffSite({ status: row.status, startsAt: row.starts_at }),
    seen: (await newestActions(db, [row.post_id])).get(row.post_id) ?? 0,
    ...{ now, fields, changes: changesOf(now, fields), meanwhile: changesOf(was, now) },
    ...{ categories: await categoryChoices(context), stores: await storeNames(context) },
  };
}

/** A deal's fields as the form shows them; undefined where there is no such deal. */
async function readFields({ clock, config }: Context, db: Db, threadId: number): Promise<PostFields | undefined> {
  const [page] = await dealPage(db, { after: threadId - 1, limit: 1, source: undefined, now: clock() });
  return page?.id === threadId ? shownFields(page.record, config.region.timeZone) : undefined;
}
