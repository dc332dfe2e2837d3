import { readFileSync } from 'node:fs';

type CategoryRecord = {
  type: 'category';
  slug: string;
  name: string;
  parent?: string;
  kind: string;
  tint: string;
  position: number;
};

/** Categories whose products are too different for one picture: their deals have no kind, so that cards show an initial. */
const mixed = new Set(['hand-tools', 'snacks', 'travel-posters', 'makeup', 'camp-gear']);

const { categories, leafOf } = readCategories();
export { categories };

/** The category for a kind of the inputs ("video-card", "sofas"), and the picture of its deals. */
export function categoryOfInput(input: string): { category: string; kind?: string } {
  const leaf = leafOf.get(input);
  if (!leaf) throw new Error(`no category holds the input kind ${input}`);
  return mixed.has(leaf.slug) ? { category: leaf.slug } : { category: leaf.slug, kind: leaf.kind };
}

function readCategories(): { categories: CategoryRecord[]; leafOf: Map<string, CategoryRecord> } {
  const leafOf = new Map<string, CategoryRecord>();
  const tops: CategoryRecord[] = [];
  const leaves: CategoryRecord[] = [];
  const lines = readFileSync(new URL('inputs/categories.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  for (const line of lines.slice(1)) {
    const [fields = '', holds = ''] = line.split(' < ');
    const [slug = '', name = '', kind = '', tint = ''] = fields.split('|').map((field) => field.trim());
    const position = tops.length + leaves.length + 1;
    const parent = line.startsWith(' ') ? tops.at(-1)?.slug : undefined;
    const category: CategoryRecord = { type: 'category', slug, name, ...(parent && { parent }), kind, tint, position };
    (parent ? leaves : tops).push(category);
    for (const input of holds
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean))
      leafOf.set(input, category);
  }
  return { categories: [...tops, ...leaves], leafOf };
}
