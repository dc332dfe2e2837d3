import type { Context } from '../../server/context.ts';
import { idParam } from '../../lib/exact-params.ts';
import { dealPage } from '../catalogue-files/export-deals.server.ts';
import { readAuthor, type Author } from '../moderation/authors.server.ts';
import { readOpenReports, type OpenReports } from '../moderation/open-reports.server.ts';
import { newestActions } from '../moderation/queue.server.ts';
import { shownOf } from '../moderation/shown.server.ts';
import type { PostFields } from '../posting/contracts/fields.ts';
import { formOwnerKey } from '../session/form-owner.server.ts';
import { categoryChoices, storeNames, type Choice } from '../posting/form.server.ts';
import { dealState, findDeals, isThread, shownPath, type DealState, type FoundDeals } from './find-deals.server.ts';
import { changesOf, shownFields, type FieldChange } from './editable-deal.ts';
import { aboutDeal, readEdit } from './edits.server.ts';

/** A deal with all that can be done with it. */
export interface EditedDeal {
  threadId: number;
  title: string;
  /** Null where it shows to nobody. */
  path: string | null;
  state: DealState;
  postId: number;
  /** What its amounts are in. */
  currency: string;
  poster: Author | null;
  isFeatured: boolean;
  /** The newest action of a moderator, which a form sends back. */
  seen: number;
  /** What members report of it; undefined where that is nothing. */
  reports: OpenReports | undefined;
  /** What is shown of that (`shownOf`), which a form sends back. */
  shown: string;
  /** Whose form it is (`formOwnerKey`). */
  owner: string;
  /** As it is, and as the form shows it: with what the moderator typed. */
  now: PostFields;
  fields: PostFields;
  /** Why they do it, as they typed it. */
  reason: string;
  /** What saving would change. */
  changes: FieldChange[];
  /** What somebody else has changed since the moderator saw it. */
  meanwhile: FieldChange[];
  categories: Choice[];
  stores: string[];
}

type DealsPage = FoundDeals | { one: EditedDeal };

/** Reads a page of the deals that a search of the desk finds, or with `id` one of them, which may be that of a deal that was merged into it; undefined where there is none. */
export async function loadDeals(context: Context, moderatorId: number, query: URLSearchParams): Promise<DealsPage | undefined> {
  if (query.has('id')) {
    const one = await loadEdited(context, moderatorId, idParam(query, 'id'));
    return one && { one };
  }
  return findDeals(context, query);
}

/** The deal of an id, or the one that it was merged into. */
async function loadEdited(context: Context, moderatorId: number, id: number | undefined): Promise<EditedDeal | undefined> {
  const { db } = context;
  if (id === undefined) return undefined;
  const row = await db
    .selectFrom('deals as d')
    .select(['thread_id', 'post_id', 'title', 'currency', 'status', 'starts_at', 'posted_by', 'featured_at'])
    .where(isThread(id))
    .executeTakeFirst();
  if (!row) return undefined;
  const { thread_id: threadId } = row;
  const now = await readFields(context, threadId);
  if (!now) return undefined;
  // Read first: what is reported meanwhile then counts as not shown.
  const shown = (await shownOf(db, [row.post_id])).get(row.post_id) ?? '';
  const { fields, meanwhile, reason } = await readEdit(db, moderatorId, aboutDeal(threadId), now);
  return {
    threadId,
    title: row.title,
    path: shownPath(row),
    state: dealState(row),
    postId: row.post_id,
    currency: row.currency,
    poster: await readAuthor(db, row.posted_by),
    isFeatured: row.featured_at !== null,
    seen: (await newestActions(db, [row.post_id])).get(row.post_id) ?? 0,
    reports: (await readOpenReports(db, [row.post_id])).get(row.post_id),
    shown,
    owner: formOwnerKey(context, { userId: moderatorId, draft: aboutDeal(threadId) }),
    now,
    fields,
    reason,
    changes: changesOf(now, fields),
    meanwhile,
    categories: await categoryChoices(context),
    stores: await storeNames(context),
  };
}

/** A deal's fields as the form shows them; undefined where there is no such deal. */
export async function readFields({ db, clock, config }: Context, threadId: number): Promise<PostFields | undefined> {
  const [page] = await dealPage(db, { after: threadId - 1, limit: 1, source: undefined, now: clock() });
  return page?.id === threadId ? shownFields(page.record, config.region) : undefined;
}
