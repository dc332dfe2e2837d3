import { type Kysely, sql } from 'kysely';

/**
 * What imports did, so that they can be listed and undone, and which fields of deals are the editors'. While a transaction names an import
 * in `catalogue.import`, triggers note the rows that it adds, by their ids alone, and the fields that it changes, as they were and as they are.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

interface Tracked {
  table: string;
  subject: string;
  id: string;
  columns: string[];
}

const byId = (table: string, subject: string, columns: string[]): Tracked => ({ table, subject, id: 'id', columns });

const TRACKED: Tracked[] = [
  byId('forums', 'forum', ['title', 'position']),
  byId('categories', 'category', ['name', 'parent_id', 'kind', 'tint', 'position']),
  byId('stores', 'store', ['name', 'host', 'url', 'description']),
  byId('brands', 'brand', ['name']),
  byId('collections', 'collection', ['title', 'description', 'position', 'rule']),
  { table: 'members', subject: 'member', id: 'user_id', columns: ['username', 'joined_at'] },
  {
    table: 'deals',
    subject: 'deal',
    id: 'thread_id',
    columns: [
      'title',
      'description',
      'kind',
      'image_url',
      'store_id',
      'brand_id',
      'category_id',
      'forum_id',
      'url',
      'price_cents',
      'price_terms',
      'list_price_cents',
      'list_price_seen',
      'currency',
      'coupon_code',
      'variants',
      'posted_at',
      'updated_at',
      'starts_at',
      'expires_at',
      'status',
      'posted_by',
    ],
  },
  { table: 'comments', subject: 'comment', id: 'post_id', columns: ['thread_id', 'parent_id', 'user_id', 'body', 'posted_at'] },
  byId('offers', 'offer', [
    'offer_type',
    'title',
    'description',
    'terms',
    'kind',
    'store_id',
    'maker',
    'code',
    'percent',
    'amount_cents',
    'minimum_cents',
    'currency',
    'url',
    'year',
    'posted_at',
    'starts_at',
    'expires_at',
    'status',
  ]),
];

/** Which moments are written alike, whatever the session's time zone is; and rows of one statement are many or few, never looked up one by one. */
const SETTINGS = `set timezone = 'UTC' set enable_nestloop = off set jit = off`;

/** Of what a transaction's first and last statement say of a field, the field as it was and as it is; of what was added nothing more. */
const NOTE = `on conflict (import_id, subject, id) do update set fields = joined_fields(noted.fields, excluded.fields)
  where noted.fields is not null`;

const fieldsOf = (row: string, columns: string[]) =>
  `jsonb_build_object(${columns.map((column) => `'${column}', ${row}.${column}`).join(', ')})`;
const listOf = (row: string, columns: string[]) => columns.map((column) => `${row}.${column}`).join(', ');
const CURRENT = `current_setting('catalogue.import', true)`;
const INTO = `insert into import_changes as noted (import_id, subject, id, fields)`;

const STATEMENTS = [
  `create table imports (
    id int primary key, imported_at timestamptz not null, imported_by text, files text[] not null, source text,
    counts jsonb not null default '{}', undone_at timestamptz)`,
  // Without fields, what was added; with them, each as it was and as the import left it.
  `create table import_changes (
    import_id int not null, subject text not null, id bigint not null, fields jsonb, primary key (import_id, subject, id))`,
  `create table edited_fields (
    thread_id bigint not null references deals on delete cascade, field text not null,
    edited_at timestamptz not null default now(), primary key (thread_id, field))`,
  `create table unlisted_deals (thread_id bigint primary key references deals on delete cascade)`,

  `create function differing_fields(before jsonb, after jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, jsonb_build_array(b.value, a.value)), '{}')
    from jsonb_each(before) as b join jsonb_each(after) as a using (key) where b.value <> a.value $$`,
  `create function joined_fields(first jsonb, last jsonb) returns jsonb language sql immutable as $$
    select coalesce(jsonb_object_agg(key, jsonb_build_array(was, becomes)) filter (where was <> becomes), '{}')
    from (select key, coalesce(f.value->0, l.value->0) as was, coalesce(l.value->1, f.value->1) as becomes
      from jsonb_each(first) as f full join jsonb_each(last) as l using (key)) as fields $$`,

  ...TRACKED.flatMap(({ table, subject, id, columns }) => [
    `create function track_${table}() returns trigger language plpgsql ${SETTINGS} as $$ begin
      if tg_op = 'INSERT' then
        insert into import_changes (import_id, subject, id) select ${CURRENT}::int, '${subject}', ${id} from new_rows;
      else
        ${INTO}
        select ${CURRENT}::int, '${subject}', n.${id}, differing_fields(${fieldsOf('o', columns)}, ${fieldsOf('n', columns)})
        from old_rows as o join new_rows as n using (${id})
        where (${listOf('o', columns)}) is distinct from (${listOf('n', columns)})
        ${NOTE};
      end if;
      return null;
    end $$`,
    ...triggers(table, ['insert', 'update']),
  ]),

  // What hangs on a deal is noted as fields of the deal.
  ...attached('price_observations', `'prices.' || observed_on`, { was: 'to_jsonb(o.cents)', becomes: 'to_jsonb(n.cents)' }, [
    'thread_id',
    'observed_on',
  ]),
  ...attached('deal_collections', `'collections.' || collection_id`, { was: `'true'::jsonb`, becomes: `'true'::jsonb` }, [
    'thread_id',
    'collection_id',
  ]),
  ...attached('unlisted_deals', `'unlisted'`, { was: `'true'::jsonb`, becomes: `'true'::jsonb` }, ['thread_id']),
];

type Operation = 'insert' | 'update' | 'delete';

function triggers(table: string, operations: Operation[]): string[] {
  const rows = { insert: 'new table as new_rows', update: 'old table as old_rows new table as new_rows', delete: 'old table as old_rows' };
  return operations.map(
    (operation) => `create trigger track_${operation} after ${operation} on ${table} referencing ${rows[operation]}
      for each statement when (${CURRENT} <> '') execute function track_${table}()`,
  );
}

function attached(table: string, key: string, { was, becomes }: { was: string; becomes: string }, using: string[]): string[] {
  const note = (from: string, before: string, after: string) => `${INTO}
    select ${CURRENT}::int, 'deal', thread_id, jsonb_object_agg(${key}, jsonb_build_array(${before}, ${after})) from ${from}
    group by thread_id ${NOTE};`;
  return [
    `create function track_${table}() returns trigger language plpgsql ${SETTINGS} as $$ begin
      if tg_op = 'INSERT' then ${note('new_rows as n', 'null', becomes)}
      elsif tg_op = 'DELETE' then ${note('old_rows as o', was, 'null')}
      else ${note(`old_rows as o join new_rows as n using (${using.join(', ')})`, was, becomes)}
      end if;
      return null;
    end $$`,
    ...triggers(table, ['insert', 'update', 'delete']),
  ];
}
