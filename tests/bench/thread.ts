import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Replies } from '../../src/features/comments/contracts/replies.ts';
import type { DealCard } from '../../src/features/deals/card.ts';
import { ask, jsonOf } from '../support/http.ts';
import { siteEnvironment, type RunningSite } from '../support/site.ts';
import { feed } from '../support/pages.ts';
import { discussedDeals } from '../support/threads.ts';
import { runNode } from './program.ts';
import type { Sizes } from './sizes.ts';
import { median, quantile, type Table } from './table.ts';
import { newVoter } from './votes.ts';

/** A deal with a long thread beside one without: what its page weighs, how long its calls take, when a comment is on it. */
export async function benchThread(site: RunningSite, { comments, asked, posted }: Sizes['thread']): Promise<Table> {
  const deals = await discussedDeals(site.url);
  const long = deals[0]!;
  const others = (await feed(site.url, '/all')).items as DealCard[];
  const quiet = [...deals.toReversed(), ...others].find(({ commentCount }) => commentCount === 0);
  if (!quiet) throw new Error('there is no deal without comments');
  await importComments(site, long.dealTitle, comments);
  const isThere = async () => (await heading(site, long.path)).includes(`${comments + long.commentCount} comments<`);
  while (!(await isThere())) await delay(100);
  const ids = await everyReply(site, long.threadId);
  const replies = (query: string) => `/comments/replies/${long.threadId}${query}`;
  const subjects = {
    'its page, published': long.path,
    'the page of a deal without comments, published': quiet.path,
    'its page from the middle, on demand': `${long.path}?from-reply=${ids[ids.length >> 1]}`,
    'first replies': replies(''),
    'replies from the middle': replies(`?from-reply=${ids[ids.length >> 1]}`),
    'last replies': replies(`?from-reply=${ids.at(-21)}`),
    'nested replies': replies('?threaded=1'),
    'the link of the last comment': `/forums/showpost.php?p=${ids.at(-1)}`,
  };
  const seen = Object.entries(subjects).map(([name, address]) => ({ name, address, waits: [] as number[], bytes: 0 }));
  for (let round = 0; round < asked; round++)
    for (const subject of seen) {
      const began = performance.now();
      const { body } = await ask(site.url, subject.address, { headers: { 'Accept-Encoding': 'br' } });
      subject.waits.push(performance.now() - began);
      subject.bytes = body.length;
    }
  const times = await postComments(site, long.path, long.threadId, posted);
  return {
    title: `A thread of ${ids.length.toLocaleString('en-US')} comments`,
    rows: [
      ...seen.map(({ name, waits, bytes }) => row(name, waits, (bytes / 1000).toFixed(1))),
      row('a comment posted, until answered', times.answered),
      row('a comment posted, until its count is on the published page', times.shown),
    ],
    notes: [
      `${asked} requests of each kind in turn, over new connections, and ${posted} comments; embedded database; KB as sent, brotli where the site compresses`,
    ],
  };
}

const row = (what: string, waits: number[], kb?: string) => ({
  ...{ what, 'median ms': median(waits), 'p99 ms': quantile(waits, 0.99) },
  ...(kb !== undefined && { KB: kb }),
});

/** Imports comments on a deal, every third of them a reply to one of the last. */
async function importComments(site: RunningSite, title: string, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const env = siteEnvironment({ DATA_DIR: site.dataDir });
  try {
    const catalogue = join(folder, 'catalogue.jsonl');
    await runNode('src/cli/site.ts', ['export', catalogue], env);
    const records = (await readFile(catalogue, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, string>);
    const deal = records.find((record) => record['type'] === 'deal' && record['title'] === title)!;
    const members = records.filter(({ type }) => type === 'member');
    const began = Date.now() - count * 1_000;
    const lines = Array.from({ length: count }, (_none, index) => {
      const member = members[index % members.length]!;
      return JSON.stringify({
        ...{ type: 'comment', source: 'bench', sourceId: String(index), deal: deal['sourceId'], dealSource: deal['source'] },
        ...{ member: member['sourceId'], memberSource: member['source'] },
        ...(index % 3 === 2 && { parent: String(Math.max(0, index - (index % 7) - 1)) }),
        body: `Number ${index}: **fine** price, seen for less at https://example.com/${index}\n\n> I'd wait\n\n- or not`,
        postedAt: new Date(began + index * 1_000).toISOString(),
      });
    });
    const file = join(folder, 'comments.jsonl');
    await writeFile(file, `${lines.join('\n')}\n`);
    await runNode('src/cli/site.ts', ['import', file], env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function everyReply({ url }: RunningSite, threadId: number): Promise<number[]> {
  const ids: number[] = [];
  let next: number | null = null;
  do {
    const page: Replies = jsonOf<Replies>(await ask(url, `/comments/replies/${threadId}${next === null ? '' : `?from-reply=${next}`}`));
    ids.push(...page.replies.map(({ postid }) => postid));
    next = page.next;
  } while (next !== null);
  return ids;
}

/** Posts comments of members one after the other, each until the published page counts it. */
async function postComments(site: RunningSite, path: string, threadId: number, posts: number) {
  const [answered, shown]: [number[], number[]] = [[], []];
  for (let index = 0; index < posts; index++) {
    const { visitor, securitytoken } = await newVoter(site);
    const count = Number(/(\d+) comments</.exec(await heading(site, path))![1]);
    const began = performance.now();
    await visitor.send('/forums/newreply.php', { do: 'postreply', threadid: String(threadId), message: `New ${index}`, securitytoken });
    answered.push(performance.now() - began);
    while (!(await heading(site, path)).includes(`${count + 1} comments<`)) await delay(10);
    shown.push(performance.now() - began);
  }
  return { answered, shown };
}

const heading = async ({ url }: RunningSite, path: string) =>
  /<h2 id="comments-title">.*?<\/h2>/s.exec((await ask(url, path)).text)![0].replaceAll('<!-- -->', '');
