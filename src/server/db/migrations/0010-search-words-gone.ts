import { sql, type Kysely } from 'kysely';

/** Words that no title has any more are cleared away after each change; without an index that reads every word. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index search_words_gone on search_words (word) where deals <= 0`.execute(db);
}
