import { isRecord } from '../../lib/is-record.ts';
import type { Visits } from './visits.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** A category or a search that somebody looked at. */
interface Looked {
  /** How often. */
  count: number;
  /** When last, in milliseconds since 1970. */
  timestamp: number;
  /** Whether it was made a deal alert, or an alert for it was suggested. */
  added: boolean;
  /** Name of a category. */
  title?: string;
}

/** What somebody looked at (spec §3): categories by their slugs, searches by their words. */
export interface Activity {
  categories: Map<string, Looked>;
  searches: Map<string, Looked>;
  /** When somebody was here. */
  visits?: Visits;
}

/** A visit of a category page, or a search. */
export type Visit = { kind: 'categories'; id: string; title: string } | { kind: 'searches'; id: string };

/** How many visits of each kind are kept, the last ones. */
export const MOST_VISITS = 50;
const LONGEST = 200;
/** After this time a visit counts half as much. */
const HALF_LIFE_MS = 7 * DAY_MS;

export const NO_ACTIVITY: Activity = { categories: new Map(), searches: new Map() };

/**
 * The id of a search: searches that differ only in case and spaces are the same. Backslashes count as spaces: no search looks
 * at them, and after a key that ends with one V8's `JSON.parse` reads other keys wrongly (nodejs/node#63785).
 */
export const searchId = (words: string) =>
  words
    .replaceAll(/[\s\\]+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, LONGEST);

/** Reads what a browser stored; invalid entries are left out. */
export function readActivity(json: unknown): Activity {
  const of = (kind: keyof Activity) => {
    const kept = isRecord(json) ? json[kind] : undefined;
    const entries = Object.entries(isRecord(kept) ? kept : {}).flatMap(([id, value]): [string, Looked][] => {
      const looked = readLooked(value, kind === 'categories');
      return looked ? [[id, looked]] : [];
    });
    return bounded(new Map(entries));
  };
  const visits = readVisits(isRecord(json) ? json['visits'] : undefined);
  return { categories: of('categories'), searches: of('searches'), ...(visits && { visits }) };
}

function readVisits(value: unknown): Visits | undefined {
  if (!isRecord(value)) return undefined;
  const { last, before } = value;
  return isWhole(last) && (isWhole(before) || before === 0) ? { last, before } : undefined;
}

function readLooked(value: unknown, titled: boolean): Looked | undefined {
  if (!isRecord(value)) return undefined;
  const { count, timestamp, added, title } = value;
  if (!isWhole(count) || !isWhole(timestamp) || typeof added !== 'boolean') return undefined;
  if (!titled) return { count, timestamp, added };
  return typeof title === 'string' ? { count, timestamp, added, title: title.slice(0, LONGEST) } : undefined;
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** The form in which it is stored. */
export const writeActivity = ({ categories, searches, visits }: Activity) => ({
  categories: Object.fromEntries(categories),
  searches: Object.fromEntries(searches),
  ...(visits && { visits }),
});

/** Counts a visit. */
export function withVisit(activity: Activity, visit: Visit, now: number): Activity {
  if (visit.id === '') return activity;
  const known = activity[visit.kind].get(visit.id);
  const looked: Looked = {
    count: (known?.count ?? 0) + 1,
    timestamp: now,
    added: known?.added ?? false,
    ...(visit.kind === 'categories' && { title: visit.title.slice(0, LONGEST) }),
  };
  return { ...activity, [visit.kind]: bounded(new Map(activity[visit.kind]).set(visit.id, looked)) };
}

/** Leaves a visited category or search out. */
export function withoutVisit(activity: Activity, { kind, id }: Visit): Activity {
  const others = [...activity[kind]].filter(([other]) => other !== id);
  return { ...activity, [kind]: new Map(others) };
}

/** The number of visits after which an alert is suggested. */
const OFTEN = 3;

/** Whether to suggest an alert: the user visits something often, and no alert was suggested yet. */
export function suggestsAlert(activity: Activity, { kind, id }: Visit): boolean {
  const looked = activity[kind].get(id);
  return looked !== undefined && looked.count >= OFTEN && !looked.added;
}

/** Notes that an alert was made from a visited category or search, or suggested. */
export function withAdded(activity: Activity, visit: Visit, now: number): Activity {
  const known = activity[visit.kind].get(visit.id);
  const looked: Looked = { count: 1, timestamp: now, ...(visit.kind === 'categories' && { title: visit.title }), ...known, added: true };
  return { ...activity, [visit.kind]: bounded(new Map(activity[visit.kind]).set(visit.id, looked)) };
}

function bounded(looked: Map<string, Looked>): Map<string, Looked> {
  if (looked.size <= MOST_VISITS) return looked;
  return new Map([...looked].toSorted(([, a], [, b]) => b.timestamp - a.timestamp).slice(0, MOST_VISITS));
}

/** The categories and searches that were visited most often and most recently, the most important first. */
export function interestsOf({ categories, searches }: Activity, now: number, most: number): Visit[] {
  const weight = ({ count, timestamp }: Looked) => Math.log2(1 + count) * 2 ** (-Math.max(0, now - timestamp) / HALF_LIFE_MS);
  const weighed = [
    ...[...categories].map(([id, looked]) => ({ visit: { kind: 'categories', id, title: looked.title ?? id } as const, looked })),
    ...[...searches].map(([id, looked]) => ({ visit: { kind: 'searches', id } as const, looked })),
  ];
  return weighed
    .toSorted((a, b) => weight(b.looked) - weight(a.looked) || b.looked.timestamp - a.looked.timestamp)
    .slice(0, most)
    .map(({ visit }) => visit);
}

/** Takes from each list in turn, nothing twice, until there are enough. */
export function interleave<Reason>(lists: { reason: Reason; ids: number[] }[], most: number): { id: number; reason: Reason }[] {
  const picked = new Map<number, Reason>();
  const longest = Math.max(0, ...lists.map(({ ids }) => ids.length));
  const rest = lists.map(({ reason, ids }) => ({ reason, left: [...ids] }));
  for (let turn = 0; turn < longest; turn += 1)
    for (const { reason, left } of rest) {
      // The next deal that was not taken from another list.
      let id = left.shift();
      while (id !== undefined && picked.has(id)) id = left.shift();
      if (id !== undefined && picked.size < most) picked.set(id, reason);
    }
  return [...picked].map(([id, reason]) => ({ id, reason }));
}
