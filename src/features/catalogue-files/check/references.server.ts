import { sql } from 'kysely';
import type { Db } from '../../../server/db/database.ts';
import { findingGroup, MOST_SHOWN, type FindingGroup, type FindingRow } from './finding.ts';

/** References to missing or wrong records, as far as the schema's constraints do not prevent them. */
export async function checkReferences(db: Db): Promise<(FindingGroup | undefined)[]> {
  return [await unknownRuleCategories(db), await categoryCircles(db), await strayReplies(db), await strayMerges(db), await miscounts(db)];
}

async function unknownRuleCategories(db: Db) {
  const { rows } = await sql<FindingRow>`
    select format('collection %s names the category "%s", which does not exist', c.slug, wanted.slug) as text, count(*) over ()::int as total
    from collections as c cross join lateral jsonb_array_elements_text(c.rule->'categories') as wanted(slug)
    where jsonb_typeof(c.rule->'categories') = 'array' and not exists (select from categories where categories.slug = wanted.slug)
    order by c.slug, wanted.slug limit ${MOST_SHOWN}`.execute(db);
  const advice = 'Import the category, or the collection again without it.';
  return findingGroup({ name: 'collection-categories', title: 'Collections with categories that do not exist', advice }, rows);
}

async function categoryCircles(db: Db) {
  const { rows } = await sql<FindingRow>`
    with recursive rooted as (
      select id from categories where parent_id is null
      union all select below.id from categories as below join rooted on below.parent_id = rooted.id)
    select format('category %s is below itself', slug) as text, count(*) over ()::int as total
    from categories where not exists (select from rooted where rooted.id = categories.id)
    order by slug limit ${MOST_SHOWN}`.execute(db);
  return findingGroup(
    { name: 'category-circles', title: 'Categories that go round in circles', advice: 'Import one of them again with another parent.' },
    rows,
  );
}

async function strayReplies(db: Db) {
  const { rows } = await sql<FindingRow>`
    select array[reply.thread_id, parent.thread_id] as thread_ids, count(*) over ()::int as total,
      format('comment %s on deal %s replies to comment %s on deal %s', reply.post_id, reply.thread_id, parent.post_id, parent.thread_id) as text
    from comments as reply join comments as parent on parent.post_id = reply.parent_id
    where parent.thread_id <> reply.thread_id
    order by reply.post_id limit ${MOST_SHOWN}`.execute(db);
  return findingGroup(
    {
      name: 'stray-replies',
      title: 'Replies to comments on other deals',
      advice: 'Import the comment again with a parent on its own deal, or none.',
    },
    rows,
  );
}

async function strayMerges(db: Db) {
  const { rows } = await sql<FindingRow>`
    select array[m.into_thread_id] as thread_ids, count(*) over ()::int as total,
      format('deal %s is merged into %s and there all the same', m.thread_id, m.into_thread_id) as text
    from merged_deals as m join deals on deals.thread_id = m.thread_id
    order by m.thread_id limit ${MOST_SHOWN}`.execute(db);
  return findingGroup({ name: 'stray-merges', title: 'Merged deals that still exist', advice: 'Restore the last good backup.' }, rows);
}

async function miscounts(db: Db) {
  const { rows } = await sql<FindingRow>`
    select array[d.thread_id] as thread_ids, count(*) over ()::int as total,
      format('deal %s "%s" counts %s comments and has %s', d.thread_id, d.title, d.comment_count, coalesce(c.comments, 0)) as text
    from deals as d left join (select thread_id, count(*)::int as comments from comments where status = 'shown' group by thread_id) as c using (thread_id)
    where d.comment_count <> coalesce(c.comments, 0)
    order by d.thread_id limit ${MOST_SHOWN}`.execute(db);
  return findingGroup(
    {
      name: 'comment-counts',
      title: 'Deals that count their comments wrongly',
      advice: 'Export the comments and import them again: it counts them.',
    },
    rows,
  );
}
