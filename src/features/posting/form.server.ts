import { randomUUID } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { seeOther, type Call } from '../../server/http/endpoint.ts';
import { OWN_POSTS } from '../../lib/community-paths.ts';
import { idParam } from '../../lib/exact-params.ts';
import { keyed } from '../../lib/keyed.ts';
import { participationBlock, type ParticipationBlock } from '../session/participation-block.ts';
import type { Session } from '../session/read-session.server.ts';
import { flash } from '../session/flash.server.ts';
import { limit } from '../session/limit.server.ts';
import { checkPost } from './check.server.ts';
import { POST_FIELDS } from './contracts/fields.ts';
import type { Checked } from './contracts/check.ts';
import { readPostDraft, type PostDraft } from './drafts.server.ts';
import { loadPreview, type Preview } from './preview.server.ts';
import { findByKey, findOwn, isKeyOfOther, resubmissionKey, type Submission } from './submissions.server.ts';
import { DECIDED, SENT_AGAIN, type FormOf } from './submit.server.ts';
import { formOwnerKey } from '../session/form-owner.server.ts';

/** A choice of a list, by what is sent. */
export interface Choice {
  value: string;
  name: string;
}

/** What the page with the form shows. */
export interface PostPage {
  /** Why the member may not post, which shows in place of the form. */
  block: ParticipationBlock | undefined;
  draft: PostDraft;
  of: FormOf;
  /** Whose form it is (`formOwnerKey`). */
  owner: string;
  /** Why it was refused before. */
  reason: string;
  categories: Choice[];
  /** Names of stores to choose from; empty where there are too many for a list. */
  stores: string[];
  checked: Checked | undefined;
  preview: Preview | undefined;
}

const MOST_STORES = 400;

export const CHECKED_OFTEN = 'You have had many deals checked. Please wait a few minutes; what you typed is kept.';

/**
 * Reads what the page with the form shows; undefined when it is about something that does not wait, or cannot be sent again.
 * @throws Fault 429 for too many checks and previews
 */
export async function loadPostPage(context: Context, session: Session, query: URLSearchParams): Promise<PostPage | undefined> {
  const { db, config } = context;
  const { userId } = session;
  const submission = await findSent(db, userId, query);
  if (!submission && (query.has('waiting') || query.has('again'))) return undefined;
  const kept = await readPostDraft(db, userId, submission?.id);
  const draft = kept ?? { key: '', fields: submission?.fields ?? keyed(POST_FIELDS, () => '') };
  // A key that was used already is replaced, so that a reloaded page posts another deal.
  const isSpent = draft.key === '' || (await isKeyOfOther(db, userId, draft));
  const block = participationBlock(session, config.region);
  const asked = block === undefined ? askedOf(query) : undefined;
  // Limited, because each reads many rows, and a preview writes the deal and rolls it back.
  if (asked) await limit(context, 'deal-check', userId, CHECKED_OFTEN);
  return {
    block,
    draft: { ...draft, key: isSpent ? randomUUID() : draft.key },
    ...sentBefore(submission),
    owner: formOwnerKey(context, { userId, draft: submission?.id }),
    categories: await categoryChoices(context),
    stores: await storeNames(context),
    checked: asked ? await checkPost(context, draft.fields) : undefined,
    preview: asked === 'preview' ? await loadPreview(context, userId, draft.fields) : undefined,
  };
}

/**
 * Leads to what the member posted, and says why, where a form for an earlier submission is gone: Back and links of older pages lead there after a
 * moderator decided, or after it was sent again.
 * @returns undefined where nothing of that number is the member's own
 */
export async function answerSentForm(call: Pick<Call, 'cookies' | 'context'>, userId: number, query: URLSearchParams) {
  const { db } = call.context;
  const [waiting, again] = [idParam(query, 'waiting'), idParam(query, 'again')];
  let message: string | undefined;
  if (waiting !== undefined) message = (await findOwn(db, userId, waiting)) && DECIDED;
  else if (again !== undefined) message = (await findOwn(db, userId, again, 'refused')) && SENT_AGAIN;
  if (message === undefined) return undefined;
  flash(call, { message });
  return seeOther(OWN_POSTS);
}

/** What is asked for besides the form; a preview comes with the check. */
function askedOf(query: URLSearchParams): 'preview' | 'check' | undefined {
  if (query.get('preview') === '1') return 'preview';
  return query.get('check') === '1' ? 'check' : undefined;
}

/** What the form says of the earlier submission. */
function sentBefore(submission: Submission | undefined): Pick<PostPage, 'of' | 'reason'> {
  if (!submission) return { of: {}, reason: '' };
  return { of: { [submission.status === 'waiting' ? 'waiting' : 'again']: submission.id }, reason: submission.reason };
}

/** The earlier submission that the form is about. */
async function findSent(db: Db, userId: number, query: URLSearchParams): Promise<Submission | undefined> {
  if (query.has('waiting')) {
    const waiting = idParam(query, 'waiting');
    return waiting === undefined ? undefined : findOwn(db, userId, waiting, 'waiting');
  }
  const again = idParam(query, 'again');
  if (again === undefined || (await findByKey(db, userId, resubmissionKey(again)))) return undefined;
  return findOwn(db, userId, again, 'refused');
}

/** All categories by their paths, in order. */
export async function categoryChoices({ db, config }: Pick<Context, 'db' | 'config'>): Promise<Choice[]> {
  const rows = await db.selectFrom('categories').select(['id', 'slug', 'name', 'parent_id']).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const wayTo = ({ name, parent_id: parentId }: (typeof rows)[number], deep = 0): string => {
    const above = parentId === null || deep > DEEPEST ? undefined : byId.get(parentId);
    return above ? `${wayTo(above, deep + 1)} › ${name}` : name;
  };
  const compare = new Intl.Collator(config.region.locale).compare;
  return rows.map((row) => ({ value: row.slug, name: wayTo(row) })).toSorted((a, b) => compare(a.name, b.name));
}

const DEEPEST = 20;

export async function storeNames({ db }: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await db
    .selectFrom('stores')
    .select('name')
    .orderBy('name')
    .limit(MOST_STORES + 1)
    .execute();
  return rows.length > MOST_STORES ? [] : rows.map(({ name }) => name);
}
