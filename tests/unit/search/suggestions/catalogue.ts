import { gatherSearch } from '../../../../src/features/search/gather.server.ts';
import { gatherSuggestions } from '../../../../src/features/search/suggestions/gather.server.ts';
import { suggestionsCall } from '../../../../src/features/search/contracts/suggestions.ts';
import { suggest } from '../../../../src/features/search/suggestions/suggest.server.ts';
import type { Context } from '../../../../src/server/context.ts';
import { accountsContext } from '../../../support/accounts.ts';
import type { Open } from '../../../support/databases.ts';
import { brand, category, deal, forum, importRecords, member, store } from '../../../support/catalogue.ts';

/** Titles of deals, each a day newer than the one before; the deal of the first has the source id `d0`. */
export const TITLES = [
  'Gigabyte M27Q 27" 1440p 170 Hz IPS monitor',
  'Gigabyte G24F 24" 1080p IPS monitor',
  'Corsair ML140 Pro case fan, 140 mm, PWM',
  'Logitech M185 wireless mouse',
  'Logitech M720 wireless mouse',
  'Razer Orochi wireless mouse',
  'Woodsman’s Élite Folding Knife',
];

export const dealOf = (title: string, index: number, fields: object = {}) =>
  deal({
    sourceId: `d${index}`,
    title,
    store: 'glasswater',
    category: /monitor/.test(title) ? 'monitors' : 'parts',
    ...(/^(gigabyte|corsair|logitech)/i.test(title) && { brand: /^\w+/.exec(title)![0].toLowerCase() }),
    url: `https://glasswater.example/${index}`,
    price: `${index + 10}.00`,
    postedAt: new Date(Date.UTC(2026, 1, 1 + index)).toISOString(),
    ...fields,
  });

/** A small catalogue of which everything is gathered. */
export async function smallCatalogue(open: Open, titles = TITLES) {
  const { db } = await open();
  const context = accountsContext(db);
  await importInto(context, [
    forum(),
    category({ slug: 'computers', name: 'Computers' }),
    category({ slug: 'monitors', name: 'Monitors', parent: 'computers', position: 2 }),
    category({ slug: 'parts', name: 'Parts', parent: 'computers', position: 3 }),
    store({ slug: 'glasswater', name: 'Glasswater Displays', host: 'glasswater.example', url: 'https://glasswater.example' }),
    store({ slug: 'empty', name: 'Mostly Empty', host: 'empty.example', url: 'https://empty.example' }),
    ...['Gigabyte', 'Corsair', 'Logitech'].map((name) => brand({ slug: name.toLowerCase(), name })),
    member({ username: 'Monica.K' }),
    ...titles.map((title, index) => dealOf(title, index)),
  ]);
  await gather(context);
  return { ...context, ...askedOf(context) };
}

export async function importInto(context: Context, records: object[]): Promise<void> {
  const { problems } = await importRecords(context, records);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
}

export async function gather({ db }: Pick<Context, 'db'>): Promise<void> {
  await gatherSearch(db);
  await gatherSuggestions(db);
}

const askedOf = (context: Pick<Context, 'db'>) => ({
  suggested: async (text: string) => suggestionsCall.answer.parse({ results: await suggest(context, text) }).results,
  phrases: async (text: string) => (await suggest(context, text)).map(({ phrase }) => phrase),
});
