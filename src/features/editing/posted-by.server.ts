import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { Refused } from '../../lib/refused.ts';

/**
 * The fields by which a record names the member that an editor names by user name or as `source:sourceId`.
 * @throws Refused when there is none
 */
export async function postedBy(db: Db, name: string): Promise<{ postedBy: string; postedBySource: string }> {
  const { rows } = await sql<{ source: string; source_id: string }>`
    select source, source_id from members where lower(username) = lower(${name}) or source || ':' || source_id = ${name} limit 2`.execute(
    db,
  );
  const [member] = rows;
  if (!member) throw new Refused(`postedBy: there is no member "${name}"; give a user name or source:sourceId`);
  if (rows.length > 1) throw new Refused(`postedBy: "${name}" matches several members; give source:sourceId`);
  return { postedBy: member.source_id, postedBySource: member.source };
}
