import type { SiteAddress } from '../../support/site.ts';
import { quantile, type Table } from '../table.ts';
import type { GradedQuery } from './graded.ts';

/** How long the whole page of results takes over HTTP, on a running site. */
export async function benchWholePage({ url }: SiteAddress, queries: GradedQuery[], rounds: number): Promise<Table> {
  const waits: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < rounds; round++)
    for (const [index, { query }] of queries.entries()) {
      // As from many visitors: what one may ask for in a minute is limited.
      const headers = { Accept: 'text/html', 'X-Forwarded-For': `203.0.113.${index + 1}` };
      const began = performance.now();
      const answer = await fetch(`${url}/search?${new URLSearchParams({ q: query })}`, { headers });
      const page = await answer.text();
      if (round > 0) waits.push(performance.now() - began);
      if (!answer.ok) throw new Error(`a search was answered ${answer.status}: ${query}`);
      bytes.push(page.length);
    }
  return {
    title: 'The page of results over HTTP, embedded database',
    rows: [
      {
        ...{ requests: waits.length, 'p50 ms': quantile(waits, 0.5), 'p99 ms': quantile(waits, 0.99), 'slowest ms': Math.max(...waits) },
        'median KB, plain': quantile(bytes, 0.5) / 1000,
      },
    ],
    notes: [`the ${queries.length} graded queries one after the other, ${rounds - 1} times after a first round that is not counted`],
  };
}
