import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './program.ts';

const DEMO = join(ROOT, 'src/features/demo/catalogue.jsonl');

interface Line {
  type: string;
  sourceId?: string;
  title?: string;
  deal?: string;
  parent?: string;
  slug?: string;
  category?: string;
  brand?: string;
  member?: string;
  postedBy?: string;
  rule?: { categories?: string[] };
}

/**
 * Writes a catalogue of so many deals: the demo's over and over, each time under new ids and titles, with the comments of
 * each deal; once the stores, at most as many offers as deals, and whatever categories, brands and members these need.
 */
export async function writeCatalogue(file: string, deals: number): Promise<void> {
  const demo: Line[] = [];
  for await (const line of createInterface({ input: createReadStream(DEMO) })) if (line) demo.push(JSON.parse(line) as Line);
  const inDemo = demo.filter(({ type }) => type === 'deal');
  const comments = Map.groupBy(
    demo.filter(({ type }) => type === 'comment'),
    ({ deal }) => deal,
  );
  const out = createWriteStream(file);
  const write = async (line: Line) => {
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain');
  };
  for (const line of standingFor(demo, deals)) await write(line);
  for (let index = 0; index < deals; index++) {
    const deal = inDemo[index % inDemo.length]!;
    const round = Math.floor(index / inDemo.length);
    const again = (id: string) => (round === 0 ? id : `${id}-r${round}`);
    await write({ ...deal, sourceId: again(deal.sourceId!), ...(round > 0 && { title: `${deal.title!.slice(0, 190)} (${round})` }) });
    for (const comment of comments.get(deal.sourceId) ?? [])
      await write({
        ...comment,
        sourceId: again(comment.sourceId!),
        deal: again(comment.deal!),
        ...(comment.parent && { parent: again(comment.parent) }),
      });
  }
  out.end();
  await once(out, 'finish');
}

/** What stands once in a catalogue of so many deals. */
function standingFor(demo: Line[], deals: number): Line[] {
  const first = (type: string) => demo.filter((line) => line.type === type).slice(0, deals);
  const shown = [...first('deal'), ...first('offer')];
  const ids = new Set(first('deal').map(({ sourceId }) => sourceId));
  const talk = demo.filter(({ type, deal }) => type === 'comment' && ids.has(deal));
  const brands = new Set(shown.map(({ brand }) => brand));
  const members = new Set([...shown, ...talk].flatMap(({ member, postedBy }) => [member, postedBy]));
  const categories = new Set(shown.map(({ category }) => category));
  const parents = new Map(demo.filter(({ type }) => type === 'category').map(({ slug, parent }) => [slug, parent]));
  for (const category of categories) if (parents.get(category)) categories.add(parents.get(category));
  const needed: Record<string, (line: Line) => boolean> = {
    forum: () => true,
    store: () => true,
    category: ({ slug }) => categories.has(slug),
    brand: ({ slug }) => brands.has(slug),
    member: ({ sourceId }) => members.has(sourceId),
    collection: ({ rule }) => rule?.categories?.every((category) => categories.has(category)) ?? true,
    offer: (line) => shown.includes(line),
  };
  return demo.filter((line) => needed[line.type]?.(line));
}
