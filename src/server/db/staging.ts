import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Records that go to the database in one statement, and how much text they may have together. */
const BATCH_RECORDS = 500;
const BATCH_CHARACTERS = 1024 * 1024;

/** Scanning fewer lines is faster than making an index on them. */
const MANY = 50;

/** A record to stage: its type, its key, and its file and line. */
interface StagedLine {
  type: string;
  source: string;
  sourceId: string;
  /** Place of the file among those imported. */
  file: number;
  line: number;
  /** Undefined for an invalid line, which is staged only so that references to it are not reported as missing. */
  data: object | undefined;
}

/** Inserts checked records into the temporary table `staged`, in batches. */
export interface Stage {
  add(line: StagedLine): Promise<void>;
  /** Sends the last batch and prepares the table for queries; may be called again after more was added. */
  finish(): Promise<void>;
  /** How many records of a type there are; their `ord` runs from 0. */
  count(type: string): number;
}

/** Makes the staging table, which lives as long as the transaction. `seq` counts all lines, `ord` those of a type. */
export async function openStage(db: Db): Promise<Stage> {
  await sql`create temporary table staged (
    seq int not null, type text not null, ord int not null, file int not null, line int not null,
    source text not null, source_id text not null, data jsonb) on commit drop`.execute(db);
  const counts = new Map<string, number>();
  const count = (type: string) => counts.get(type) ?? 0;
  let seq = 0;
  let batch: string[] = [];
  let characters = 0;
  let indexed = false;
  let sending: Promise<unknown> = Promise.resolve();

  /** Sends a batch once the one before has arrived: the database stores it while the next is read. */
  const flush = async () => {
    await sending;
    if (batch.length === 0) return;
    const rows = `[${batch.join(',')}]`;
    batch = [];
    characters = 0;
    sending = sql`insert into staged select * from jsonb_to_recordset(${rows}::jsonb)
      as r(seq int, type text, ord int, file int, line int, source text, source_id text, data jsonb)`.execute(db);
    // The error is thrown where it is awaited next; until then it must not count as unhandled.
    sending.catch(() => undefined);
  };

  return {
    count,
    async add({ sourceId, ...line }) {
      const ord = count(line.type);
      counts.set(line.type, ord + 1);
      const row = JSON.stringify({ ...line, seq: seq++, ord, source_id: sourceId });
      batch.push(row);
      characters += row.length;
      if (batch.length >= BATCH_RECORDS || characters >= BATCH_CHARACTERS) await flush();
    },
    async finish() {
      await flush();
      await sending;
      if (indexed || seq < MANY) return;
      indexed = true;
      await sql`create index on staged (type, source_id, source)`.execute(db);
      await sql`create index on staged (type, ord)`.execute(db);
      await sql`analyze staged`.execute(db);
    },
  };
}

/**
 * Records that are saved in one statement: few enough that it takes neither long nor much memory, but more than the journal notes one by
 * one (migration 0002), because for a large import it should only note that everything may have changed.
 */
const CHUNK = 600;

/** A stretch of `ord`: at or above `from`, below `to`. */
export interface Range {
  from: number;
  to: number;
}

/** Calls `save` for one range after the other, until `count`. */
export async function eachChunk(count: number, save: (range: Range) => void | Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) await save({ from, to: Math.min(from + CHUNK, count) });
}
