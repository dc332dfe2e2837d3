import type { Context } from '../../server/context.ts';
import type { FormCall } from '../../server/http/endpoint.ts';
import { dropDraft, saveDraft } from '../comments/drafts.server.ts';
import { isKeyOfOtherMember, ownerKeyIn, readFormOwner } from '../session/form-owner.server.ts';
import type { MemberForm } from '../session/visit.server.ts';
import { readAuthor } from './authors.server.ts';

/** What a moderator typed: what it is about, as `formOwnerKey` names it, and the text to keep; undefined where nothing is. */
interface Typed {
  about: string;
  body: string | undefined;
}

type Sent = Pick<FormCall, 'form'>;

/**
 * How a form keeps what was typed, before anything refuses it: for the moderator whose form it is, also when their session has ended or
 * somebody else has logged in since.
 * @param typedIn what is typed into a form; undefined for a form that nothing is typed into
 * @param othersIn other forms of its page that come along with a form
 */
export function keepingTyped(
  typedIn: (sent: Sent) => Typed | undefined,
  othersIn: (sent: Sent) => Sent[] = () => [],
): Required<Pick<MemberForm, 'keep' | 'keepOfEnded'>> {
  const keepForOwner = async (context: Context, sent: Sent): Promise<boolean> => {
    const typed = typedIn(sent);
    const owner = typed && readFormOwner(context, ownerKeyIn(sent), typed.about);
    if (!typed || owner === undefined) return false;
    if ((await readAuthor(context.db, owner))?.isModerator !== true) return false;
    await keepTyped(context, owner, typed);
    return true;
  };
  return {
    async keep({ context, session, form }) {
      for (const sent of [...othersIn({ form }), { form }]) {
        const typed = typedIn(sent);
        if (isKeyOfOtherMember(ownerKeyIn(sent), session.userId)) await keepForOwner(context, sent);
        else if (typed) await keepTyped(context, session.userId, typed);
      }
    },
    async keepOfEnded({ context, form }) {
      for (const sent of othersIn({ form })) await keepForOwner(context, sent);
      return keepForOwner(context, { form });
    },
  };
}

/** Keeps what a moderator typed, in place of what was kept of it before; where nothing is typed, that is dropped. */
export async function keepTyped(context: Context, userId: number, { about, body }: Typed): Promise<void> {
  if (body === undefined) await dropDraft(context.db, userId, about);
  else await saveDraft(context, userId, about, body);
}
