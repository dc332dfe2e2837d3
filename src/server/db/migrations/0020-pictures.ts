import { type Kysely, sql } from 'kysely';

/**
 * Pictures that deals and the shell name by foreign addresses: they are fetched, and shown from copies of our own. A picture that comes, goes
 * or becomes another one is noted in the journal (0002), and so are the deals that it belongs to.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** A picture of more deals than this is noted as a change of everything. */
const MANY = 500;

const STATEMENTS = [
  `create table pictures (
    id bigint generated always as identity primary key,
    address text not null,
    host text not null generated always as (coalesce(lower(substring(address from '^[A-Za-z]+://([^][/\\\\?#:]+|\\[[^]]*\\])')), '')) stored,
    state text not null default 'wanted' check (state in ('wanted', 'stored', 'failed')),
    -- What it is named after, and its size in pixels; the widths of the copies.
    digest text, width int, height int, widths int[],
    error text,
    attempts int not null default 0,
    noted_at timestamptz not null default now(),
    due_at timestamptz not null default 'epoch',
    -- Until when some server is at it.
    taken_until timestamptz,
    settled_at timestamptz,
    unused_since timestamptz,
    check (state <> 'stored' or (digest is not null and width is not null and height is not null and widths is not null)),
    -- An address may be longer than a tree's entry.
    constraint pictures_address exclude using hash (address with =))`,
  `create index pictures_wanted on pictures (host, due_at, id) where state = 'wanted'`,
  `create index pictures_taken on pictures (host) where taken_until is not null`,
  `create index pictures_digest on pictures (digest) where digest is not null`,
  `create index deals_image on deals using hash (image_url) where image_url is not null`,

  `create table picture_files (
    digest text not null,
    -- Width and format, such as 480.webp.
    name text not null,
    bytes bytea not null,
    primary key (digest, name))`,
  // They are compressed already.
  `alter table picture_files alter column bytes set storage external`,

  `create function note_pictures() returns trigger language plpgsql as $$
  declare
    was pictures := case when tg_op = 'INSERT' then null else old end;
    is_now pictures := case when tg_op = 'DELETE' then null else new end;
    named text := coalesce(is_now.address, was.address);
  begin
    if (was.digest, was.width, was.height, was.widths) is not distinct from (is_now.digest, is_now.width, is_now.height, is_now.widths) then
      return null;
    end if;
    insert into changes (subject, before, after) values ('picture', to_jsonb(was.digest), to_jsonb(is_now.digest));
    if (select count(*) from (select from deals where image_url = named limit ${MANY + 1}) as showing) > ${MANY} then
      insert into changes (subject) values ('everything');
    else
      insert into changes (subject, id, before, after, quiet)
      select 'deal', d.thread_id, deal_facts(d), deal_facts(d), true from deals as d where d.image_url = named and d.status <> 'scheduled';
    end if;
    return null;
  end $$`,
  `create trigger note after insert or update or delete on pictures for each row execute function note_pictures()`,

  `insert into pictures (address) select distinct image_url from deals where image_url is not null`,
];
