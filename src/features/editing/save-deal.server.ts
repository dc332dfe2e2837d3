import type { Selectable } from 'kysely';
import { Refused } from '../../lib/refused.ts';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { checkRecord, issueText, type RecordIssue } from '../catalogue/check-record.ts';
import { unknownSlugs } from '../catalogue/near-slugs.server.ts';
import type { ParseContext } from '../catalogue/parse-fields.ts';
import type { RecordOf } from '../catalogue/record.ts';
import { stagedData } from '../catalogue/staged-record.ts';
import { upsertDeal, type Saved } from '../catalogue/upsert-deals.server.ts';

interface SavedDeal {
  saved: Saved;
  deal: Pick<Selectable<Tables['deals']>, 'thread_id' | 'title' | 'status' | 'starts_at' | 'expires_at'>;
  /** The note about its picture, if any. */
  notes: string[];
}

/**
 * Checks and saves one deal, in an editor's transaction.
 * @param written the deal as it would be in a file
 * @throws Refused telling everything that is wrong with it
 */
export async function saveDeal(transaction: Db, written: object, parseContext: ParseContext): Promise<SavedDeal> {
  const record = await checkDeal(transaction, written, parseContext);
  const { now } = parseContext;
  const { source, sourceId } = record;
  const data = stagedData(record, now, (date) => date);
  const { threadId, saved, newPictures } = await upsertDeal(transaction, { source, sourceId, data }, now);
  const deal = await transaction
    .selectFrom('deals')
    .select(['thread_id', 'title', 'status', 'starts_at', 'expires_at'])
    .where('thread_id', '=', threadId)
    .executeTakeFirstOrThrow();
  return { saved, deal, notes: newPictures > 0 ? [PICTURE_WANTED] : [] };
}

const PICTURE_WANTED = 'Its picture is fetched in the background; what became of it: npm run site -- pictures';

/** @throws Refused telling everything that is wrong with a deal */
async function checkDeal(transaction: Db, written: object, parseContext: ParseContext): Promise<RecordOf<'deal'>> {
  const checked = checkRecord({ ...written, type: 'deal' }, parseContext);
  if ('problems' in checked) throw refusal(checked.problems);
  const { record } = checked;
  if (record.type !== 'deal') throw new TypeError('a deal was checked and something else came out');
  const unknown = [...(await unknownSlugs(transaction, record)), ...(await unknownPoster(transaction, record))];
  if (unknown.length > 0) throw refusal(unknown);
  return record;
}

async function unknownPoster(db: Db, { postedBy, postedBySource, source }: RecordOf<'deal'>): Promise<RecordIssue[]> {
  if (postedBy === undefined) return [];
  const known = await db
    .selectFrom('members')
    .select('user_id')
    .where('source', '=', postedBySource ?? source)
    .where('source_id', '=', postedBy)
    .executeTakeFirst();
  return known ? [] : [{ field: 'postedBy', reason: `there is no member "${postedBy}"` }];
}

const refusal = (issues: RecordIssue[]) => new Refused(...issues.map(issueText));
