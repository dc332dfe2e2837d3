import { setTimeout as delay } from 'node:timers/promises';
import type { RunningSite } from '../support/site.ts';
import type { OnSite } from './bench-site.ts';
import { addition, carryOut, chooseDeals, EDITS, expiry, priceEdit, type Edit } from './edits.ts';
import { quantile, type Table } from './table.ts';
import { watch, type Watched } from './watch.ts';

/** Milliseconds from sending an edit. */
interface Seen {
  kind: Edit['kind'];
  /** Until the site told that it was in the database. */
  saved: number;
  /** Until the deal's page was fresh. */
  page: number;
  /** Until the first page of each of its feeds was. */
  feeds: number[];
  /** Until the site told that it had published everything. */
  told: number;
}

/**
 * Single edits on a running site, until visitors see them.
 * @param pauseMs edits come at random moments within it, also while the site uses its spare time to compress pages better
 */
export async function benchEdit(onSite: OnSite, dealCounts: number[], edits: number, pauseMs: number): Promise<Table> {
  const rows: Table['rows'] = [];
  for (const deals of dealCounts)
    rows.push(
      ...(await onSite(deals, async (site) => {
        const seen = await editAll(site, edits, pauseMs);
        return EDITS.map((kind) => ({ deals, ...figures(kind, seen) }));
      })),
    );
  return {
    title: 'One deal edited, added, expired, in milliseconds until the first fresh answer',
    rows,
    notes: [
      `from sending the command over the local socket, by a client that runs already (the start of “npm run site” comes on top), at random moments up to ${pauseMs / 1_000} s apart, one category after the other`,
      'page: the deal’s page; feeds: the first pages of its category, its store and /all, as far as they show it; last: the slowest of these; asked every 4 ms over kept connections',
      'saved: until the command told that it is in the database; told: that all pages are published; goal: p95 ≤ 250 ms and flat',
    ],
  };
}

async function editAll(site: RunningSite, edits: number, pauseMs: number): Promise<Seen[]> {
  const seen: Seen[] = [];
  const deals = chooseDeals(site);
  const next = async () => {
    const { value } = await deals.next();
    if (!value) throw new Error(`there are too few deals on first pages for ${edits} edits of each kind`);
    return value;
  };
  for (let number = 0; number < edits; number++)
    for (const make of [priceEdit, expiry, addition]) {
      const edit = make(await next(), number);
      await delay(Math.random() * pauseMs);
      seen.push(await timed(site, edit));
    }
  return seen;
}

async function timed(site: RunningSite, edit: Edit): Promise<Seen> {
  const watched: Watched[] = [];
  const look = async (address: string) => {
    const one = await watch(site.url, address);
    watched.push(one);
    return one;
  };
  try {
    const page = edit.page === undefined ? undefined : await look(edit.page);
    const feeds = await Promise.all(edit.feeds.map(look));
    if (page && edit.onPage(page.before)) throw new Error(`${page.address} shows the change before it is made`);
    for (const { address, before } of feeds) if (edit.onFeed(before)) throw new Error(`${address} shows the change before it is made`);

    const named = Promise.withResolvers<string>();
    let saved = NaN;
    const began = performance.now();
    const keySpecs = carryOut(site, edit, (address) => {
      saved = performance.now() - began;
      if (address) named.resolve(address);
    }).then(() => performance.now() - began);
    const pageSeen = page ? page.untilFresh(edit.onPage) : named.promise.then(look).then((one) => one.untilFresh(edit.onPage));
    const [told, atPage, ...atFeeds] = await Promise.all([keySpecs, pageSeen, ...feeds.map((feed) => feed.untilFresh(edit.onFeed))]);
    return { kind: edit.kind, saved, page: atPage - began, feeds: atFeeds.map((at) => at - began), told };
  } finally {
    for (const one of watched) one.end();
  }
}

function figures(kind: Edit['kind'], all: Seen[]): Table['rows'][number] {
  const seen = all.filter((one) => one.kind === kind);
  const of = (name: string, values: number[]) => ({
    [`${name} p50`]: Math.round(quantile(values, 0.5)),
    [`${name} p95`]: Math.round(quantile(values, 0.95)),
  });
  return {
    kind,
    edits: seen.length,
    ...of(
      'saved',
      seen.map(({ saved }) => saved),
    ),
    ...of(
      'page',
      seen.map(({ page }) => page),
    ),
    feeds: seen.reduce((sum, { feeds }) => sum + feeds.length, 0),
    ...of(
      'feeds',
      seen.flatMap(({ feeds }) => feeds),
    ),
    ...of(
      'last',
      seen.map(({ page, feeds }) => Math.max(page, ...feeds)),
    ),
    ...of(
      'told',
      seen.map(({ told }) => told),
    ),
  };
}
