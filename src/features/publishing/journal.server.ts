import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { trimJournal } from '../../server/db/changes.ts';
import { CATALOGUE_ID } from '../../server/db/settings.ts';
import type { Change } from './change.ts';
import { every } from '../../server/every.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { z } from 'zod';
import { HOUR_MS } from '../../lib/durations.ts';

/**
 * How far a reader has read the journal: a snapshot of the transactions that had ended, so that none is missed in whatever
 * order they end; and the newest entry, which tells whether the database has another history since, such as after a restore.
 */
export const positionFile = z.object({
  catalogue: z.string(),
  /** Identifies the database server; a copy loaded into another one counts its transactions again. */
  system: z.string(),
  /** A `pg_snapshot`. */
  snapshot: z.string(),
  newest: z.object({ seq: z.int(), at: z.string() }).nullable(),
});
export type Position = z.output<typeof positionFile>;

interface PositionRow {
  catalogue: string | null;
  system: string;
  snapshot: string;
  seq: number | null;
  at: string | null;
}

const HERE = sql`
  select (select value from settings where key = ${CATALOGUE_ID}) as catalogue,
    (select system_identifier::text from pg_control_system()) as system,
    pg_current_snapshot()::text as snapshot, newest.seq, newest.at
  from (values (1)) as one left join (
    select seq, extract(epoch from noted_at)::text as at from changes order by seq desc limit 1) as newest on true`;

/** The end of the journal. */
export async function positionNow(db: Db): Promise<Position> {
  return positionOf(await oneRow(db, sql<PositionRow>`${HERE}`));
}

const positionOf = ({ catalogue, system, snapshot, seq, at }: PositionRow): Position => ({
  catalogue: catalogue ?? '',
  system,
  snapshot,
  newest: seq === null || at === null ? null : { seq, at },
});

/** More entries than this are not worth going through one by one. */
const MOST_CHANGES = 20_000;

/** A transaction with more entries than this is one of many changes, whose pages others do not wait for. */
const FEW_CHANGES = 100;

/**
 * What was noted after a position, and the position after that. It is a change of everything when the position is of
 * another catalogue or another history of this one, or so old that its entries are deleted. Outside of a transaction
 * it has all that was written until `moment`, in milliseconds of the database's clock.
 */
export async function changesSince(db: Db, position: Position): Promise<{ changes: Change[]; position: Position; moment: number }> {
  const { known, changes, more, moment, ...row } = await oneRow(
    db,
    sql<PositionRow & { known: boolean; changes: Change[] | null; more: boolean; moment: number }>`
    with here as (${HERE}), fresh as (
      select tx, seq, subject, id, before, after, quiet from changes
      where tx >= pg_snapshot_xmin(${position.snapshot}::pg_snapshot) and not pg_visible_in_snapshot(tx, ${position.snapshot}::pg_snapshot)
      order by seq limit ${MOST_CHANGES + 1}),
    counted as (
      select seq, subject, id, before, after, quiet, count(*) over (partition by tx) > ${FEW_CHANGES} as "ofMany" from fresh)
    select here.*, floor(extract(epoch from now()) * 1000)::bigint as moment,
      pg_snapshot_xmax(here.snapshot::pg_snapshot) >= pg_snapshot_xmax(${position.snapshot}::pg_snapshot)
        and ${isNewestEntryKept(position)} as known,
      (select count(*) > ${MOST_CHANGES} from fresh) as more,
      (select jsonb_agg(to_jsonb(counted) order by seq) from counted) as changes
    from here`,
  );
  const now = positionOf(row);
  const same = known && now.catalogue === position.catalogue && now.system === position.system;
  return { changes: same && !more ? (changes ?? []) : [{ subject: 'everything' }], position: now, moment };
}

/** Whether the newest entry of a position still exists; of a position in an empty journal, whether no entry was removed since. */
const isNewestEntryKept = ({ newest }: Position) =>
  newest
    ? sql`exists (select from changes where seq = ${newest.seq} and extract(epoch from noted_at)::text = ${newest.at})`
    : sql`coalesce((select min(seq) from changes), 1) = 1`;

/** Keeps the journal from growing forever; where servers share a database, the second one finds nothing to do. */
export function startJournalJob(db: Db, onError: (error: unknown) => void): () => void {
  void trimJournal(db).catch(onError);
  return every(HOUR_MS, () => trimJournal(db), onError);
}
