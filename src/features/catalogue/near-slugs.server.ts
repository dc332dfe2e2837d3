import type { Db } from '../../server/db/database.ts';
import type { RecordIssue } from './check-record.ts';
import type { RecordOf } from './record.ts';

const REFERENCES = [
  { field: 'store', table: 'stores' },
  { field: 'brand', table: 'brands' },
  { field: 'category', table: 'categories' },
  { field: 'forum', table: 'forums' },
  { field: 'collections', table: 'collections' },
] as const;

const MOST_NEAR = 5;

/** The issues of references to stores, brands, categories and the like that do not exist, each with the slugs that come near. */
export async function unknownSlugs(db: Db, deal: RecordOf<'deal'>): Promise<RecordIssue[]> {
  const problems: RecordIssue[] = [];
  for (const { field, table } of REFERENCES) {
    const given = [deal[field] ?? []].flat();
    if (given.length === 0) continue;
    const known = (await db.selectFrom(table).select('slug').execute()).map(({ slug }) => slug);
    const single = field === 'collections' ? 'collection' : field;
    for (const slug of given.filter((one) => !known.includes(one))) {
      const near = nearest(slug, known);
      const hint = near.length > 0 ? `near it: ${near.join(', ')}` : `import it first`;
      problems.push({ field, reason: `there is no ${single} "${slug}"; ${hint}` });
    }
  }
  return problems;
}

/** The known texts that have the most pairs of letters in common with a text, the nearest first. */
function nearest(text: string, known: string[]): string[] {
  const wanted = pairsOf(text);
  return known
    .map((slug) => ({ slug, near: similarity(wanted, pairsOf(slug)) }))
    .filter(({ near }) => near > 0.2)
    .toSorted((a, b) => b.near - a.near || (a.slug < b.slug ? -1 : 1))
    .slice(0, MOST_NEAR)
    .map(({ slug }) => slug);
}

function pairsOf(text: string): Set<string> {
  const padded = ` ${text} `;
  return new Set(Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2)));
}

function similarity(a: Set<string>, b: Set<string>): number {
  const common = [...a].filter((pair) => b.has(pair)).length;
  return (2 * common) / (a.size + b.size);
}
