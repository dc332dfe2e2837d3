import type { Context } from '../../server/context.ts';
import { idParam, readId } from '../../lib/exact-params.ts';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import { Fault } from '../../server/http/fault.ts';
import { requireFields } from '../../server/http/fields.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { dealPath } from '../deals/deal.ts';
import { readAuthor, readAuthors, type Author } from '../moderation/authors.server.ts';
import { decided, moderatorForm, rejected } from '../moderation/moderator-form.server.ts';
import { DESK, reasonIn } from '../moderation/words.ts';
import { checkPost } from '../posting/check.server.ts';
import type { Checked } from '../posting/contracts/check.ts';
import { postFields, type PostFields } from '../posting/contracts/fields.ts';
import { categoryChoices, storeNames, type Choice } from '../posting/form.server.ts';
import { loadPreview, type Preview } from '../posting/preview.server.ts';
import { formOwnerKey } from '../session/form-owner.server.ts';
import { normalizeFields, readPost } from '../posting/read-post.server.ts';
import { decisionsOf, readSubmission, waitingSubmissions, type Submission } from '../posting/submissions.server.ts';
import type { Session } from '../session/read-session.server.ts';
import type { MemberVisit } from '../session/visit.server.ts';
import type { Outcome } from '../session/outcomes.server.ts';
import { publishPost, refusePost, requireWaiting } from './decide-post.server.ts';
import type { FieldChange } from './editable-deal.ts';
import { sentPriceText } from './sent-price.ts';
import { aboutWaiting, dropEdit, editIn, keepEdit, keepingEdits, readEdit } from './edits.server.ts';

const POSTS_A_PAGE = 20;

/** A deal that waits, in the list. */
export interface QueuedDeal extends Submission {
  poster: Author | null;
  /** Its price with the sign of its currency. */
  price: string;
}

/** One that is looked at; its fields are as the moderator changed them. */
export interface ReviewedDeal extends Omit<QueuedDeal, 'price'> {
  sent: PostFields;
  /** The reason for the decision, as the moderator typed it. */
  reason: string;
  /** Whose form it is (`formOwnerKey`). */
  owner: string;
  /** What its poster has changed since the moderator saw it. */
  meanwhile: FieldChange[];
  decisions: { published: number; refused: number };
  categories: Choice[];
  stores: string[];
  checked: Checked;
  preview: Preview | undefined;
  /** Why no preview can be made right now. */
  busy: string | undefined;
}

/** One that was asked for and no longer waits, as "Back" does after the decision. */
export interface DecidedDeal {
  title: string;
  /** The deal that it became; null where it was refused. */
  path: string | null;
}

type PostsPage = { page: number; pages: number; total: number; posts: QueuedDeal[]; decided?: DecidedDeal } | { one: ReviewedDeal };

/** Reads the list of deals that wait, or with `id` one of them, or the list where that one is decided; undefined where there is none. */
export async function loadPosts(context: Context, moderator: Session, query: URLSearchParams): Promise<PostsPage | undefined> {
  if (!query.has('id')) return listPosts(context, query);
  const id = idParam(query, 'id');
  const submission = id === undefined ? undefined : await readSubmission(context.db, id);
  if (submission?.status === 'waiting') return lookAt(context, moderator, submission);
  const list = submission && (await listPosts(context, new URLSearchParams()));
  if (!list) return undefined;
  const { fields, threadId } = submission;
  return { ...list, decided: { title: fields.title, path: threadId === null ? null : dealPath({ threadId, title: fields.title }) } };
}

async function listPosts(context: Context, query: URLSearchParams): Promise<Exclude<PostsPage, { one: ReviewedDeal }> | undefined> {
  const { db } = context;
  const bounds = pageBounds(query, POSTS_A_PAGE);
  if (!bounds) return undefined;
  const { total, waiting } = await waitingSubmissions(db, { limit: POSTS_A_PAGE, offset: bounds.offset });
  const pages = pageCount(total, POSTS_A_PAGE);
  if (bounds.page > pages) return undefined;
  const authors = await readAuthors(db, [...new Set(waiting.map(({ userId }) => userId))]);
  const parseContext = parseContextOf(context);
  const posts = waiting.map((submission) => ({
    ...submission,
    poster: authors.get(submission.userId) ?? null,
    price: sentPriceText(submission.fields.price, parseContext),
  }));
  return { page: bounds.page, pages, total, posts };
}

async function lookAt(context: Context, moderator: Session, submission: Submission): Promise<{ one: ReviewedDeal }> {
  const { db } = context;
  const sent = submission.fields;
  // What the moderator typed, where it could not be published.
  const { fields, meanwhile, reason } = await readEdit(db, moderator.userId, aboutWaiting(submission.id), sent);
  return {
    one: {
      ...submission,
      sent,
      owner: formOwnerKey(context, { userId: moderator.userId, draft: aboutWaiting(submission.id) }),
      fields,
      reason,
      meanwhile,
      poster: await readAuthor(db, submission.userId),
      decisions: await decisionsOf(db, submission.userId),
      categories: await categoryChoices(context),
      stores: await storeNames(context),
      checked: await checkPost(context, fields),
      ...(await previewUnlessBusy(context, submission.userId, fields)),
    },
  };
}

/** While a command edits the catalogue, waiting deals are shown without a preview, so that they can still be decided. */
async function previewUnlessBusy(context: Context, userId: number, fields: PostFields): Promise<Pick<ReviewedDeal, 'preview' | 'busy'>> {
  try {
    return { preview: await loadPreview(context, userId, fields), busy: undefined };
  } catch (error) {
    if (error instanceof Fault && error.status === 503) return { preview: undefined, busy: BUSY };
    throw error;
  }
}

const BUSY = 'Many deals are being imported right now: how this one would look shows again in some minutes.';

const idOf = ({ form }: Pick<FormCall, 'form'>) => readId(form.getAll('id')[0] ?? '');

const pageOf = (call: Pick<FormCall, 'form'>) => {
  const id = idOf(call);
  return id === undefined ? DESK.posts : `${DESK.posts}?id=${id}`;
};

/** `POST /desk/posts`: publishes or refuses a deal that waits, or shows it with what the moderator changed. */
export const deskPostsActions = moderatorForm(pageOf, act, {
  list: DESK.posts,
  ...keepingEdits((call) => {
    const id = idOf(call);
    return id === undefined ? undefined : aboutWaiting(id);
  }),
});

const PREVIEWED = 'This is how it would look. Nothing is published yet.';

async function act(visit: MemberVisit): Promise<Outcome> {
  const { context, form, session } = visit;
  const [id, revision] = [readId(form.get('id') ?? ''), readId(form.get('revision') ?? '')];
  if (id === undefined || revision === undefined) throw new Fault(400, 'The form does not say which deal it is about.');
  const action = form.get('do');
  if (action !== 'publish' && action !== 'preview' && action !== 'refuse') throw new Fault(400, 'do must be publish, refuse or preview.');
  const edited = editIn(visit);
  if (edited) await keepEdit(visit, aboutWaiting(id), edited);
  if (action === 'refuse') {
    await refusePost(context, session.userId, { id, revision }, reasonIn(form));
    await dropEdit(visit, aboutWaiting(id));
    return decided(DESK.posts, 'Refused. Its poster is told why.');
  }
  const fields = normalizeFields(requireFields(form, postFields));
  if (action === 'preview') {
    await requireWaiting(context, session.userId, { id, revision });
    if (!edited) throw new Fault(400, 'The form is not complete.');
    const read = await readPost(context, fields);
    if ('field' in read) return rejected(pageOf(visit), read.message, read.field);
    return { answer: { preview: pageOf(visit) }, to: pageOf(visit), notice: PREVIEWED, isAgain: true };
  }
  const published = await publishPost(context, session.userId, { id, revision }, { fields, reason: reasonIn(form) });
  if ('field' in published) return rejected(pageOf(visit), published.message, published.field);
  await dropEdit(visit, aboutWaiting(id));
  return decided(DESK.posts, 'Published:', { path: dealPath(published), text: published.title });
}
