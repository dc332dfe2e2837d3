import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { isUsed } from './sweep.server.ts';

/** A picture that was given up, or waits for another try. */
interface FailedPicture {
  address: string;
  /** Why, as a phrase that continues the address. */
  reason: string;
  /** Thread ids of the first deals that it belongs to; none of a picture of the header, footer or a banner. */
  deals: number[];
}

/** Pictures of a host that failed for the same reason. */
export interface FailureGroup {
  host: string;
  reason: string;
  count: number;
  pictures: FailedPicture[];
}

/** What became of the pictures that foreign addresses name. */
export interface PicturesOverview {
  stored: number;
  /** Bytes of all copies. */
  bytes: number;
  wanted: number;
  /** Of those wanted, how many wait for another try. */
  waiting: number;
  failed: number;
  /** Those that failed, the largest group first; then those that wait for another try. */
  failures: FailureGroup[];
  retries: FailureGroup[];
}

const MOST_GROUPS = 100;
const MOST_DEALS = 3;

/**
 * What became of pictures. Those that wait or failed are told as long as something uses them: the sweep takes the others away later.
 * @param used addresses that others than deals use
 * @param most pictures that are named of each group
 */
export async function picturesOverview(db: Db, used: string[], most: number): Promise<PicturesOverview> {
  const counts = await oneRow(
    db,
    sql<Omit<PicturesOverview, 'failures' | 'retries'>>`
      select count(*) filter (where state = 'stored') as stored, count(*) filter (where state = 'wanted') as wanted,
        count(*) filter (where state = 'wanted' and error is not null) as waiting, count(*) filter (where state = 'failed') as failed,
        (select coalesce(sum(octet_length(bytes)), 0)::bigint from picture_files) as bytes
      from pictures where state = 'stored' or ${isUsed(used)}`,
  );
  const groups = (state: 'failed' | 'wanted') => groupsOf(db, sql`state = ${state} and ${isUsed(used)}`, most);
  return { ...counts, failures: await groups('failed'), retries: await groups('wanted') };
}

async function groupsOf(db: Db, which: RawBuilder<unknown>, most: number): Promise<FailureGroup[]> {
  const { rows } = await sql<FailureGroup>`
    with groups as (
      select host, error as reason, count(*) as count, (array_agg(id order by id))[1:${most}] as ids
      from pictures where ${which} and error is not null
      group by host, error order by count(*) desc, host, error limit ${MOST_GROUPS})
    select host, reason, count, (
      select json_agg(json_build_object('address', p.address, 'reason', groups.reason, 'deals', (
        select coalesce(json_agg(d.thread_id), '[]') from (
          select thread_id from deals where image_url = p.address order by thread_id limit ${MOST_DEALS}) as d)) order by p.id)
      from pictures as p where p.id = any(groups.ids)) as pictures
    from groups`.execute(db);
  return rows;
}
