import { randomUUID } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import { Refused } from '../../lib/refused.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { toHtml } from '../comments/markup.server.ts';
import type { DealCard } from '../deals/card.ts';
import { cardOf } from '../deals/find-card.server.ts';
import type { PostFields } from './contracts/fields.ts';
import { readPost } from './read-post.server.ts';
import { postingTransaction, savePost } from './save-post.server.ts';

/** A deal as it would look. */
export interface Preview {
  card: DealCard;
  /** Undefined where there is none. */
  descriptionHtml: string | undefined;
  /** The name of its store where that is not known yet. */
  newStore: string | undefined;
  /** The name of its store where the deal's address is not at one of the store's hosts. */
  otherStore: string | undefined;
}

/** Makes a preview of a deal: it is saved, read and rolled back. @returns the preview, or why it cannot be saved */
export async function loadPreview(context: Context, userId: number, fields: PostFields): Promise<Preview | undefined> {
  const read = await readPost(context, fields);
  if ('field' in read) return undefined;
  // A scheduled deal could not be read: nobody sees it yet.
  const { startsAt: _startsAt, ...record } = read.record;
  try {
    return await postingTransaction(
      context,
      async (transaction, now) => {
        const parseContext = { ...parseContextOf(context), now };
        const deal = await savePost(transaction, { ...read, record }, { sourceId: randomUUID(), userId }, parseContext);
        const card = await cardOf({ ...context, db: transaction }, deal.thread_id);
        return (
          card && {
            // It has no page yet.
            card: { ...card, path: `#${PREVIEW_ID}` },
            descriptionHtml: fields.description === '' ? undefined : toHtml(fields.description),
            newStore: read.store.slug === undefined ? read.store.name : undefined,
            otherStore: read.store.slug !== undefined && read.store.isElsewhere ? read.store.name : undefined,
          }
        );
      },
      { dryRun: true },
    );
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** The id of the place where it shows. */
export const PREVIEW_ID = 'post-preview';
