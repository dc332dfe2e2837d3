import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './program.ts';

const DEMO = join(ROOT, 'src/features/editing/demo/catalogue.jsonl');

interface Line {
  type: string;
  sourceId?: string;
  title?: string;
  deal?: string;
  parent?: string;
}

/**
 * Writes a catalogue of so many deals: the demo's over and over, each time under new ids and titles, with the comments of
 * each deal; what deals are filed under, members and offers once.
 */
export async function writeCatalogue(file: string, deals: number): Promise<void> {
  const demo: Line[] = [];
  for await (const line of createInterface({ input: createReadStream(DEMO) })) if (line) demo.push(JSON.parse(line) as Line);
  const standing = demo.filter(({ type }) => type !== 'deal' && type !== 'comment');
  const inDemo = demo.filter(({ type }) => type === 'deal');
  const comments = Map.groupBy(
    demo.filter(({ type }) => type === 'comment'),
    ({ deal }) => deal,
  );
  const out = createWriteStream(file);
  const write = async (line: Line) => {
    if (!out.write(`${JSON.stringify(line)}\n`)) await once(out, 'drain');
  };
  for (const line of standing) await write(line);
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
