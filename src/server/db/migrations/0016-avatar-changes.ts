import { type Kysely, sql } from 'kysely';

/** Members' own pictures are published as files, so the journal (0002) notes which come and go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function note_avatars() returns trigger language plpgsql as $$ begin
    insert into changes (subject, before, after) values ('avatar', to_jsonb(old.digest), to_jsonb(new.digest));
    return null;
  end $$`,
  `create trigger note after insert or update of digest or delete on avatars for each row execute function note_avatars()`,
];
