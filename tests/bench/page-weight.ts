import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { currentRelease } from '../../src/features/publishing/shown-release.ts';
import { publishedIn } from './published.ts';
import { CHROMIUM_ARGS, findChromium } from '../support/chromium.ts';
import type { RunningSite } from '../support/site.ts';
import { leftOut } from './program.ts';
import { watchSettling } from './smoothness.ts';
import { median, type Table } from './table.ts';
import { weigh, type Weight } from './weigh.ts';

/** What three pages weigh, and how smoothly they come, in Chromium. */
export async function benchPages(site: RunningSite, visits: number): Promise<Table> {
  const title = 'Pages, before the first interaction';
  let browser: Browser;
  try {
    browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_ARGS });
  } catch (error) {
    return { title, rows: [], notes: [leftOut('Chromium', (error as Error).message.split('\n')[0]!)] };
  }
  try {
    const rows: Table['rows'] = [];
    for (const path of await samplePages(site))
      rows.push({ page: path.slice(0, 28), ...(await pageRow(browser, site.url + path, visits)) });
    return {
      title,
      rows,
      notes: [
        'goals: JavaScript that runs ≤ 8,192 gzip, all but pictures ≤ 46,080 as sent (brotli; the font as it is), ≤ 2 requests block the first paint, 0 ms, ≤ 0.01',
        'JavaScript: files that ran and what stands inside the page, gzip; prefetched: scripts that came and did not run, as sent',
        `blocked and shifted: medians of ${visits} visits with an empty cache at a quarter of the speed, 390 × 844`,
      ],
    };
  } finally {
    await browser.close();
  }
}

/** The home page, a feed, and the first deal of it that is published. */
export const samplePages = async (site: RunningSite) => ['/', '/popular', await hottestDeal(site)];

async function hottestDeal(site: RunningSite): Promise<string> {
  const popular = await fetch(`${site.url}/popular`).then((answer) => answer.text());
  const { folder } = (await currentRelease(join(site.dataDir, 'public')))!;
  const written = new Set(publishedIn(folder).map(([address]) => address));
  return [...popular.matchAll(/href="(\/f\/[^"?#]+)"/g)].map(([, path]) => path!).find((path) => written.has(path))!;
}

async function pageRow(browser: Browser, url: string, count: number): Promise<Table['rows'][number]> {
  const { asked, inlineScript } = await weigh(browser, url);
  const visits = [];
  for (let visit = 0; visit < count; visit++) visits.push(await watchSettling(browser, url));
  const sum = (of: Weight['asked'], size: 'sent' | 'gzip') => of.reduce((all, each) => all + each[size], 0);
  const kind = (name: string) => asked.filter((each) => each.kind === name);
  const prefetched = kind('js').filter(({ ran }) => !ran);
  return {
    HTML: sum(kind('html'), 'sent'),
    CSS: sum(kind('css'), 'sent'),
    font: sum(kind('font'), 'sent'),
    data: sum(kind('data'), 'sent'),
    'JavaScript gzip':
      sum(
        kind('js').filter(({ ran }) => ran),
        'gzip',
      ) + inlineScript,
    'all but pictures': sum(
      asked.filter((each) => each.kind !== 'picture' && !prefetched.includes(each)),
      'sent',
    ),
    prefetched: sum(prefetched, 'sent'),
    pictures: sum(kind('picture'), 'sent'),
    blocking: asked.filter(({ blocksPaint }) => blocksPaint).length,
    'blocked ms': median(visits.map(({ blocked }) => blocked)),
    shifted: median(visits.map(({ shifted }) => shifted)),
  };
}
