import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Progress } from '../../lib/progress.ts';
import type { Header } from './format.ts';
import { backupRows } from './read-backup.ts';
import { required } from '../../lib/required.ts';

const ROWS_AT_ONCE = 1_000;
const CHARACTERS_AT_ONCE = 1024 * 1024;

/** Puts the rows of a verified backup into their tables, a batch at a time. */
export async function loadRows(
  transaction: Db,
  path: string,
  header: Header,
  onProgress: (progress: Progress) => void | Promise<void>,
): Promise<void> {
  let batch: string[] = [];
  let characters = 0;
  let into = '';

  const flush = async () => {
    if (batch.length > 0) await insert(transaction, into, required(header.tables[into], `the columns of ${into}`), `[${batch.join(',')}]`);
    batch = [];
    characters = 0;
  };

  for await (const { table, row } of backupRows(path, onProgress)) {
    if (table !== into) await flush();
    into = table;
    batch.push(row);
    characters += row.length;
    if (batch.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
  }
  await flush();
}

/** Inserts rows with their old ids, also into identity columns. */
async function insert(db: Db, table: string, columns: string[], rows: string): Promise<void> {
  const names = sql.join(columns.map((name) => sql.ref(name)));
  await sql`insert into ${sql.table(table)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`.execute(db);
}
