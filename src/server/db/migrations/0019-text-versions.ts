import { type Kysely, sql } from 'kysely';

/** Pages of text as editors wrote them, every version; one without Markdown goes back to the text that the program brings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table text_versions (
    name text not null, version int not null check (version > 0),
    markdown text, saved_at timestamptz not null,
    primary key (name, version))`,
  // What is shown changes with each row that comes or goes.
  `create function note_text_versions() returns trigger language plpgsql as $$ begin
    insert into changes (subject, before, after) values ('text', to_jsonb(old.name), to_jsonb(new.name));
    return null;
  end $$`,
  `create trigger note after insert or update or delete on text_versions for each row execute function note_text_versions()`,
];
