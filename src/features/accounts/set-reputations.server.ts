import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/** Sets the reputations of members, by their ids; those that have it already are left alone. */
export async function setReputations(db: Db, reputations: Map<number, number>): Promise<void> {
  await sql`
    update members set reputation = counted.reputation
    from unnest(${[...reputations.keys()]}::int[], ${[...reputations.values()]}::int[]) as counted (id, reputation)
    where user_id = counted.id and members.reputation <> counted.reputation`.execute(db);
}
