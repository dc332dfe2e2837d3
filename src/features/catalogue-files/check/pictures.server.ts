import { sql } from 'kysely';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Db } from '../../../server/db/database.ts';
import { findingGroup, MOST_SHOWN, type FindingGroup, type FindingRow } from './finding.ts';

const PICTURES = fileURLToPath(new URL('../../../../public/pictures', import.meta.url));

/** Kinds that deals, offers or categories name and that no drawing in `public/pictures` is called. */
export async function checkPictures(db: Db): Promise<FindingGroup | undefined> {
  const drawn = (await readdir(PICTURES)).flatMap((name) => (name.endsWith('.svg') ? [name.slice(0, -4)] : []));
  const { rows } = await sql<FindingRow>`
    select (array_agg(thread_id order by thread_id) filter (where thread_id is not null))[1:20] as thread_ids,
      (array_agg(offer_id order by offer_id) filter (where offer_id is not null))[1:20] as offer_ids,
      count(*) over ()::int as total,
      format('%s: %s deals, %s offers, %s categories', kind, count(thread_id), count(offer_id),
        count(*) - count(thread_id) - count(offer_id)) as text
    from (
      select kind, thread_id, null::bigint as offer_id from deals where image_url is null
      union all select kind, null, id from offers
      union all select kind, null, null from categories) as named
    where kind is not null and kind <> all(${drawn})
    group by kind order by kind limit ${MOST_SHOWN}`.execute(db);
  const advice = 'Draw public/pictures/KIND.svg, or choose another: "edit DEAL --kind KIND".';
  return findingGroup({ name: 'pictures', title: 'Kinds without a picture', advice }, rows);
}
