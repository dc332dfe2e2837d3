import { z } from 'zod';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { dropDraft, readDraft, saveDraft } from '../comments/drafts.server.ts';
import { postFields, type PostFields } from './contracts/fields.ts';

/** What was typed into the form, and the form's key (`formKey`). */
export interface PostDraft {
  key: string;
  fields: PostFields;
}

/** What a draft is of: a new deal, or one that waits or was refused. */
const aboutOf = (submission: number | undefined) => (submission === undefined ? 'deal' : `deal:${submission}`);

const stored = z.object({ key: z.string(), fields: postFields });

/** Keeps what a member typed, until it is posted. */
export const savePostDraft = (context: Context, userId: number, submission: number | undefined, draft: PostDraft) =>
  saveDraft(context, userId, aboutOf(submission), JSON.stringify(draft));

export async function readPostDraft(db: Db, userId: number, submission: number | undefined): Promise<PostDraft | undefined> {
  const body = await readDraft(db, userId, aboutOf(submission));
  return body === undefined ? undefined : stored.parse(JSON.parse(body));
}

export const dropPostDraft = (db: Db, userId: number, submission: number | undefined) => dropDraft(db, userId, aboutOf(submission));
