import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { brandOf } from './brands.ts';
import { bestDrop } from './best-drop.ts';
import { parseNdjson, readNdjson } from './ndjson.ts';
import { seedOf } from './random.ts';
import { required } from '../../lib/required.ts';

export type Specs = Record<string, unknown>;
/** A part with a price drop: one price per snapshot date up to the drop, and the index of the price before it. */
export type PartInput = {
  id: string;
  category: string;
  name: string;
  specs: Specs;
  was: number;
  prices: (number | null)[];
  colors?: string[];
};
type History = { id: string; category: string; name: string; specs: Specs; prices: Record<string, number> };

const storage = ['memory', 'internal-hard-drive', 'external-hard-drive'];

/** Finds the best drop of every part and selects parts of different brands from each category. */
export function selectParts(folder: string, quotas: Record<string, number>): { dates: string[]; parts: PartInput[] } {
  const histories = readHistories(`${folder}/price_history.ndjson.gz`);
  const dropped = new Set(readNdjson<{ id: string }>(`${folder}/price_drops.ndjson`).map(({ id }) => id));
  const dates = [...new Set(histories.flatMap(({ prices }) => Object.keys(prices)))].sort();
  const parts = joinedListings(histories)
    .filter(({ category, id }) => storage.includes(category) || dropped.has(id))
    .flatMap((history) => withDrop(history, dates) ?? []);
  const groups = Map.groupBy(parts, ({ category, name, specs: { color, length, ...distinguishing } }) =>
    JSON.stringify([category, name, distinguishing]),
  );
  const products = [...groups.values()].map(withColors);
  return { dates, parts: Object.entries(quotas).flatMap(([category, quota]) => spread(products, category, quota)) };
}

function withDrop(history: History, dates: string[]): PartInput | undefined {
  const { id, category, name, specs } = history;
  const drop =
    brandOf(name) &&
    bestDrop(
      dates.map((date) => history.prices[date] ?? null),
      dates,
    );
  return drop ? { id, category, name, specs, ...drop } : undefined;
}

/** Merges listings of the same product: storage gets a new id with each price. Listings with two prices on a date are ambiguous and left out. */
function joinedListings(histories: History[]): History[] {
  const joined = new Map<string, History | 'ambiguous'>();
  for (const history of histories) {
    const { price_per_gb, ...specs } = history.specs;
    const key = storage.includes(history.category) ? JSON.stringify([history.category, history.name, specs]) : history.id;
    const earlier = joined.get(key);
    const clash = earlier && (earlier === 'ambiguous' || Object.keys(history.prices).some((date) => date in earlier.prices));
    if (clash) joined.set(key, 'ambiguous');
    else joined.set(key, { ...(earlier ?? history), specs, prices: { ...earlier?.prices, ...history.prices } });
  }
  return [...joined.values()].filter((history) => history !== 'ambiguous');
}

/** Merges colours with the same last price and number of observations into one part with variants. */
function withColors(group: PartInput[]): PartInput {
  const others = group.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const first = required(others.shift(), 'a part of the group');
  const same = others.filter(({ prices }) => prices.length === first.prices.length && prices.at(-1) === first.prices.at(-1));
  const colors = new Set([first, ...same].map(({ specs }) => specs.color).filter((color) => typeof color === 'string'));
  return colors.size > 1 ? { ...first, colors: [...colors] } : first;
}

/** Selects parts of a category, those with more observations first, and limits the number per brand. */
function spread(products: PartInput[], category: string, quota: number): PartInput[] {
  const share = new Map<string, number>();
  const fitting = products.filter((part) => part.category === category && believable(part));
  const makers = new Set(fitting.map((part) => brandOf(part.name)?.slug)).size;
  const most = Math.max(3, quota / 6, (quota * 1.5) / makers);
  return fitting
    .map((part) => ({ part, rank: known(part) * 0.06 + (seedOf(part.id) % 1000) / 1000 }))
    .sort((one, other) => other.rank - one.rank)
    .map(({ part }) => part)
    .filter((part) => {
      const maker = brandOf(part.name)?.slug ?? '';
      share.set(maker, (share.get(maker) ?? 0) + 1);
      return (share.get(maker) ?? 0) <= most;
    })
    .slice(0, quota)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
}

const known = (part: PartInput): number => part.prices.filter((price) => price !== null).length;

function believable({ prices, specs, category }: PartInput): boolean {
  const now = prices.at(-1) ?? 0;
  const old = category === 'video-card' && !/RTX|RX [567]|Arc|GTX 16/.test(String(specs.chipset));
  return now >= 3 && now <= 3500 && !old;
}

function readHistories(file: string): History[] {
  return parseNdjson(gunzipSync(readFileSync(file)).toString('utf8'));
}
