import { z } from 'zod';
import { readId } from '../../lib/exact-params.ts';
import { parseJson } from '../../lib/parse-json.ts';
import type { Context } from '../../server/context.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { SentForm } from '../../server/http/fields.ts';
import { formOwnerKey } from '../session/form-owner.server.ts';
import { keepingTyped } from './keep-typed.server.ts';

/** What a draft of a decision is of: a post, or a group of voters by its oldest account. */
export const aboutPost = (postId: number) => `moderation:${postId}`;
export const aboutVotes = (userId: number) => `moderation:votes:${userId}`;

const typedFields = z.object({ reason: z.string(), author: z.string(), until: z.string() });
type TypedFields = z.infer<typeof typedFields>;

/** What the reason in a moderator's form is about, as its draft is named; undefined for a form without one, such as an undo. */
export function aboutIn({ form }: Pick<FormCall, 'form'>): string | undefined {
  const [postId, oldest] = ['postid', 'id'].map((name) => readId(form.getAll(name)[0] ?? ''));
  if (postId !== undefined) return aboutPost(postId);
  return oldest === undefined ? undefined : aboutVotes(oldest);
}

/** More than a page of the queue has: what is sent by whomever must not become as many drafts as fit into a form. */
const MOST_OTHERS = 100;
const others = z.array(z.record(z.string(), z.string())).catch([]);

/** The other forms of the page as its script sends them (`sendOthersTyped`), each with its fields by name. */
const othersIn = ({ form }: Pick<FormCall, 'form'>) =>
  others
    .parse(parseJson(form.getAll('others')[0] ?? ''))
    .slice(0, MOST_OTHERS)
    .map((fields) => ({ form: new SentForm(fields) }));

/** Keeps the reason in a moderator's form and in the others of its page, and what goes with it. */
export const keepingReasons = keepingTyped((sent) => {
  const about = aboutIn(sent);
  if (about === undefined) return undefined;
  const [reason = '', author = '', until = ''] = ['reason', 'author', 'until'].map((name) => sent.form.getAll(name)[0]);
  const isEmpty = reason === '' && author === '' && until === '';
  return { about, body: isEmpty ? undefined : JSON.stringify({ reason, author, until } satisfies TypedFields) };
}, othersIn);

/** What a moderator's forms show of what was typed, and whose they are. */
export interface Reasons {
  /** @param since when the post began to wait: what was typed before that is of a case that is decided */
  typed(about: string, since?: Date): Partial<TypedFields>;
  /** The key of `formOwnerKey` that the form about this sends. */
  owner(about: string): string;
}

/** Reads what a moderator typed into forms and has not carried out. */
export async function loadReasons(context: Context, userId: number): Promise<Reasons> {
  const rows = await context.db
    .selectFrom('drafts')
    .select(['about', 'body', 'saved_at'])
    .where('user_id', '=', userId)
    .where('about', 'like', 'moderation:%')
    .execute();
  const drafts = new Map(rows.map((row) => [row.about, row]));
  return {
    typed(about, since) {
      const draft = drafts.get(about);
      return draft && !(since && draft.saved_at < since) ? typedFields.parse(JSON.parse(draft.body)) : {};
    },
    owner: (about) => formOwnerKey(context, { userId, draft: about }),
  };
}
