import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  interestsOf,
  interleave,
  MOST_VISITS,
  NO_ACTIVITY,
  readActivity,
  searchId,
  suggestsAlert,
  withAdded,
  withVisit,
  writeActivity,
  type Activity,
  type Visit,
} from '../../../src/features/activity/activity.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 23);

const slug = fc.stringMatching(/^[a-z0-9-]{0,3}$/);
const visit: fc.Arbitrary<Visit> = fc.oneof(
  fc.record({ kind: fc.constant('categories' as const), id: slug, title: fc.string() }),
  fc.record({ kind: fc.constant('searches' as const), id: fc.oneof(fc.string({ maxLength: 3 }), fc.constant('__proto__')).map(searchId) }),
);
const visits = fc.array(visit, { maxLength: 200 });
const after = (made: Visit[], from = NO_ACTIVITY) => made.reduce((activity, one, at) => withVisit(activity, one, NOW + at), from);
const looked = (activity: Activity) => [...activity.categories.values(), ...activity.searches.values()];

describe('what was looked at', () => {
  test('is counted, with the time of the last visit', () => {
    const twice = after([
      { kind: 'categories', id: 'monitors', title: 'Monitors' },
      { kind: 'searches', id: 'ssd' },
      { kind: 'categories', id: 'monitors', title: 'Monitors and screens' },
    ]);
    expect(writeActivity(twice)).toEqual({
      categories: { monitors: { count: 2, timestamp: NOW + 2, added: false, title: 'Monitors and screens' } },
      searches: { ssd: { count: 1, timestamp: NOW + 1, added: false } },
    });
  });

  test('is at most 50 of each, those that were looked at last', () => {
    fc.assert(
      fc.property(visits, (made) => {
        const activity = after(made);
        for (const kind of ['categories', 'searches'] as const) {
          const ids = made.filter((one) => one.kind === kind && one.id !== '').map(({ id }) => id);
          const latest = [...new Set(ids.toReversed())].slice(0, MOST_VISITS);
          expect(new Set(activity[kind].keys())).toEqual(new Set(latest));
        }
      }),
    );
  });

  test('reads as it was written', () => {
    fc.assert(
      fc.property(visits, (made) => {
        const activity = after(made);
        expect(readActivity(JSON.parse(JSON.stringify(writeActivity(activity))))).toEqual(activity);
      }),
    );
  });

  test('reads as it was written after searches with backslashes and quotes', () => {
    const searches = ['27"', '27\\', '27"', '\\', '"'].map((words): Visit => ({ kind: 'searches', id: searchId(words) }));
    for (const upTo of searches.keys()) {
      const activity = after([{ kind: 'searches', id: 'monitor' }, ...searches.slice(upTo)]);
      expect(readActivity(JSON.parse(JSON.stringify(writeActivity(activity))))).toEqual(activity);
    }
  });

  test('reads from anything that stands there, and what is not as it was written is left out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const read = readActivity({ categories: json, searches: { good: { count: 1, timestamp: 1, added: false }, bad: json } });
        expect(read.searches.get('good')).toBeDefined();
        for (const { count, timestamp } of looked(read)) expect(count > 0 && timestamp > 0).toBe(true);
        expect(readActivity(json)).toBeDefined();
      }),
    );
  });

  test('counts a visit once, and no other', () => {
    fc.assert(
      fc.property(visits, visit, (made, one) => {
        const before = after(made);
        const counts = (activity: Activity) => looked(activity).reduce((sum, { count }) => sum + count, 0);
        const now = withVisit(before, one, NOW + DAY);
        if (one.id === '') expect(now).toBe(before);
        else expect(now[one.kind].get(one.id)?.count).toBe((before[one.kind].get(one.id)?.count ?? 0) + 1);
        expect(counts(now)).toBeLessThanOrEqual(counts(before) + 1);
      }),
    );
  });
});

test.each([
  ['  SSD   1tb ', 'ssd 1tb'],
  ['', ''],
  [' ', ''],
  ['27\\" monitor\\', '27 " monitor'],
  ['a'.repeat(300), 'a'.repeat(200)],
])('a search for %j is %j', (words, id) => {
  expect(searchId(words)).toBe(id);
});

describe('interests', () => {
  const at = (days: number, id: string, times: number) =>
    Array.from({ length: times }, () => ({ id, when: NOW - days * DAY })).map(({ when }) => when);
  const made = (entries: [id: string, days: number, times: number][]) =>
    entries.reduce(
      (activity, [id, days, times]) => at(days, id, times).reduce((so, when) => withVisit(so, { kind: 'searches', id }, when), activity),
      NO_ACTIVITY,
    );
  const order = (...entries: [string, number, number][]) => interestsOf(made(entries), NOW, 9).map(({ id }) => id);

  test('are first what was looked at most, of the same day', () => {
    expect(order(['once', 0, 1], ['often', 0, 5], ['twice', 0, 2])).toEqual(['often', 'twice', 'once']);
  });

  test('are first what was looked at last, of the same count', () => {
    expect(order(['old', 20, 2], ['new', 1, 2], ['older', 40, 2])).toEqual(['new', 'old', 'older']);
  });

  test('of long ago fall behind, however many they were', () => {
    expect(order(['gone', 60, 30], ['now', 0, 1])).toEqual(['now', 'gone']);
  });

  test('are as many as are wanted, each once', () => {
    fc.assert(
      fc.property(visits, fc.nat({ max: 10 }), (all, most) => {
        const activity = after(all);
        const found = interestsOf(activity, NOW + DAY, most);
        expect(found).toHaveLength(Math.min(most, looked(activity).length));
        expect(new Set(found.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(found.length);
      }),
    );
  });

  test('of a clock that went back count as of now', () => {
    expect(
      interestsOf(
        made([
          ['later', -400, 1],
          ['now', 0, 2],
        ]),
        NOW,
        9,
      )[0]?.id,
    ).toBe('now');
  });
});

describe('deals', () => {
  test('are taken from each list in turn', () => {
    const lists = [
      { reason: 'a', ids: [1, 2, 3, 4, 5] },
      { reason: 'b', ids: [1, 6, 7] },
      { reason: 'c', ids: [] },
    ];
    expect(interleave(lists, 5)).toEqual([
      { id: 1, reason: 'a' },
      { id: 6, reason: 'b' },
      { id: 2, reason: 'a' },
      { id: 7, reason: 'b' },
      { id: 3, reason: 'a' },
    ]);
  });

  test('are as many as there are and wanted, no one twice, each of a list that has it', () => {
    const lists = fc.array(fc.record({ reason: fc.string(), ids: fc.array(fc.nat({ max: 30 })) }), { maxLength: 4 });
    fc.assert(
      fc.property(lists, fc.nat({ max: 12 }), (given, most) => {
        const picked = interleave(given, most);
        const there = new Set(given.flatMap(({ ids }) => ids));
        expect(picked).toHaveLength(Math.min(most, there.size));
        expect(new Set(picked.map(({ id }) => id)).size).toBe(picked.length);
        for (const { id, reason } of picked) expect(given.some((list) => list.reason === reason && list.ids.includes(id))).toBe(true);
      }),
    );
  });
});

describe('an alert is suggested', () => {
  const monitors: Visit = { kind: 'categories', id: 'monitors', title: 'Monitors' };

  test('after the third visit, and not after another page’s', () => {
    const often = [1, 2, 3, 4].map((times) => suggestsAlert(after(Array.from({ length: times }, () => monitors)), monitors));
    expect(often).toEqual([false, false, true, true]);
    expect(suggestsAlert(after([monitors, monitors, monitors]), { kind: 'searches', id: 'monitors' })).toBe(false);
  });

  test('once: not where one was made or suggested, however often it is looked at', () => {
    const added = withAdded(after([monitors, monitors, monitors]), monitors, NOW);
    expect(suggestsAlert(after([monitors, monitors, monitors], added), monitors)).toBe(false);
    expect(suggestsAlert(after([monitors, monitors, monitors], withAdded(NO_ACTIVITY, monitors, NOW)), monitors)).toBe(false);
    expect(readActivity(writeActivity(added))).toEqual(added);
  });
});
