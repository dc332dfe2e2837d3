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

/**
 * How a form keeps what was typed, before anything refuses it: for the moderator whose form it is, also when their session has ended or
 * somebody else has logged in since.
 * @param typedIn what is typed into a form; undefined for a form that nothing is typed into
 */
export function keepingTyped(
  typedIn: (call: Pick<FormCall, 'form'>) => Typed | undefined,
): Required<Pick<MemberForm, 'keep' | 'keepOfEnded'>> {
  const keepOfEnded = async (call: FormCall): Promise<boolean> => {
    const typed = typedIn(call);
    const { context } = call;
    const owner = typed && readFormOwner(context, ownerKeyIn(call), typed.about);
    if (!typed || owner === undefined) return false;
    if ((await readAuthor(context.db, owner))?.isModerator !== true) return false;
    await keepTyped(context, owner, typed);
    return true;
  };
  return {
    async keep(visit) {
      const typed = typedIn(visit);
      if (isKeyOfOtherMember(ownerKeyIn(visit), visit.session.userId)) await keepOfEnded(visit);
      else if (typed) await keepTyped(visit.context, visit.session.userId, typed);
    },
    keepOfEnded,
  };
}

/** Keeps what a moderator typed, in place of what was kept of it before; where nothing is typed, that is dropped. */
export async function keepTyped(context: Context, userId: number, { about, body }: Typed): Promise<void> {
  if (body === undefined) await dropDraft(context.db, userId, about);
  else await saveDraft(context, userId, about, body);
}
