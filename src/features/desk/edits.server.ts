import { z } from 'zod';
import { parseJson } from '../../lib/parse-json.ts';
import type { Db } from '../../server/db/database.ts';
import { LARGEST_MESSAGE_FORM } from '../../server/http/body.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { fieldsOf } from '../../server/http/fields.ts';
import { dropDraft, readDraft } from '../comments/drafts.server.ts';
import { keepTyped, keepingTyped } from '../moderation/keep-typed.server.ts';
import { postFields, type PostFields } from '../posting/contracts/fields.ts';
import { normalizeFields } from '../posting/read-post.server.ts';
import type { MemberForm, MemberVisit } from '../session/visit.server.ts';
import { changesOf, mergedFields, type FieldChange } from './editable-deal.ts';

// Drafts of earlier versions have no reason.
const edit = z.object({ was: postFields, typed: postFields, reason: z.string().default('') });
/** The fields that a moderator was shown, and as they typed them, with the reason for what they decide. */
export type Edit = z.infer<typeof edit>;

/** What a draft of an edit is of: a deal, by its thread, or what waits. */
export const aboutDeal = (threadId: number) => `desk:${threadId}`;
export const aboutWaiting = (submissionId: number) => `desk:waiting:${submissionId}`;

/** The edit in a form; undefined for a form without one. */
export function editIn({ form }: Pick<FormCall, 'form'>): Edit | undefined {
  if (!form.has('was')) return undefined;
  const typed = postFields.safeParse(fieldsOf(form));
  const was = postFields.safeParse(parseJson(form.getAll('was')[0] ?? ''));
  if (!typed.success || !was.success) return undefined;
  // Forms send other line breaks than a description is stored with.
  return { was: normalizeFields(was.data), typed: normalizeFields(typed.data), reason: form.getAll('reason')[0] ?? '' };
}

/**
 * How a form of the desk keeps what was typed, before anything refuses it: for the moderator whose form it is, also when their session has
 * ended or somebody else has logged in since.
 * @param aboutOf what the edit in a form is of
 */
export function keepingEdits(aboutOf: (call: Pick<FormCall, 'form'>) => string | undefined): MemberForm {
  return {
    // The form sends the values that were shown along with those that were typed.
    largest: 2 * LARGEST_MESSAGE_FORM,
    isHidden: true,
    ...keepingTyped((call) => {
      const [about, edited] = [aboutOf(call), editIn(call)];
      return about === undefined || !edited ? undefined : { about, body: bodyOf(edited) };
    }),
  };
}

export const keepEdit = ({ context, session }: MemberVisit, about: string, edited: Edit) =>
  keepTyped(context, session.userId, { about, body: bodyOf(edited) });

/** The draft of an edit; undefined when nothing was typed. */
const bodyOf = (edited: Edit) =>
  changesOf(edited.was, edited.typed).length === 0 && edited.reason === '' ? undefined : JSON.stringify(edited);

export const dropEdit = ({ context, session }: MemberVisit, about: string) => dropDraft(context.db, session.userId, about);

/**
 * What the form shows of a deal with these fields: what the moderator typed last, merged with what others have changed since they were
 * shown it.
 */
export async function readEdit(
  db: Db,
  moderatorId: number,
  about: string,
  now: PostFields,
): Promise<{ fields: PostFields; meanwhile: FieldChange[]; reason: string }> {
  const kept = await readDraft(db, moderatorId, about);
  const { was, typed, reason } = kept === undefined ? { was: now, typed: now, reason: '' } : edit.parse(JSON.parse(kept));
  return { fields: mergedFields({ was, typed, now }), meanwhile: changesOf(was, now), reason };
}
