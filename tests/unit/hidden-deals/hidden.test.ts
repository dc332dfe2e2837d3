import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterSync,
  hidingStyle,
  MOST_HIDDEN,
  NOTHING_HIDDEN,
  readHidden,
  withHidden,
  writeHidden,
  type Hidden,
} from '../../../src/features/hidden-deals/hidden.ts';

const step = fc.record({ id: fc.integer({ min: 1, max: 6 }), isHidden: fc.boolean() });
const after = (steps: { id: number; isHidden: boolean }[], from: Hidden = NOTHING_HIDDEN) =>
  steps.reduce((state, { id, isHidden }) => withHidden(state, id, isHidden), from);

describe('hidden deals', () => {
  test('are taken out of lists by a style', () => {
    expect(hidingStyle([3, 12])).toBe('.deal-grid>:has([data-hide="3"],[data-hide="12"]){display:none}');
  });

  test('are those that were hidden last and not shown again, the last hidden first', () => {
    const hidden = after([
      { id: 1, isHidden: true },
      { id: 2, isHidden: true },
      { id: 1, isHidden: false },
      { id: 3, isHidden: true },
    ]);
    expect(hidden.ids).toEqual([3, 2]);
    expect([...hidden.unsent]).toEqual([
      [2, true],
      [1, false],
      [3, true],
    ]);
  });

  test('are 500 at most, those hidden last', () => {
    const hidden = after(Array.from({ length: MOST_HIDDEN + 20 }, (_, index) => ({ id: index + 1, isHidden: true })));
    expect([hidden.ids.length, hidden.ids[0], hidden.unsent.size]).toEqual([MOST_HIDDEN, MOST_HIDDEN + 20, MOST_HIDDEN]);
  });

  test('read as they were written, and as nothing where somebody else wrote', () => {
    fc.assert(
      fc.property(fc.array(step), fc.nat(), (steps, syncedAt) => {
        const hidden = { ...after(steps), syncedAt };
        expect(readHidden(JSON.parse(JSON.stringify(writeHidden(hidden))))).toEqual(hidden);
      }),
    );
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        const { ids, unsent } = readHidden(json);
        expect([...ids, ...unsent.keys()].every((id) => Number.isSafeInteger(id) && id > 0)).toBe(true);
      }),
    );
  });

  test('are the same in two browsers and in the account once both have synced, whatever was pressed in between', () => {
    type Act = { by: 0 | 1; press: { id: number; isHidden: boolean } | null };
    const act: fc.Arbitrary<Act> = fc.record({ by: fc.constantFrom(0, 1), press: fc.option(step) });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
        let account: number[] = [];
        const browsers = [NOTHING_HIDDEN, NOTHING_HIDDEN];
        /** As `changeHidden` does it: what is hidden already keeps its place. */
        const sync = (by: 0 | 1, meanwhile?: { id: number; isHidden: boolean }) => {
          const { unsent } = browsers[by]!;
          account = account.filter((id) => unsent.get(id) !== false);
          for (const [id, isHidden] of unsent) if (isHidden && !account.includes(id)) account = [id, ...account];
          if (meanwhile) browsers[by] = withHidden(browsers[by]!, meanwhile.id, meanwhile.isHidden);
          browsers[by] = afterSync(browsers[by]!, unsent, account, 1);
        };
        const last = new Map<number, boolean>();
        for (const { by, press } of acts) {
          // Every press comes while an earlier one is on its way.
          if (press) last.set(press.id, press.isHidden);
          sync(by, press ?? undefined);
          if (press) expect(browsers[by]!.ids.includes(press.id)).toBe(press.isHidden);
          sync(by);
        }
        sync(0);
        sync(1);
        sync(0);
        expect(browsers[0]!.unsent.size + browsers[1]!.unsent.size).toBe(0);
        expect(browsers[0]!.ids).toEqual(account);
        expect(browsers[1]!.ids).toEqual(account);
        expect(new Set(account)).toEqual(new Set([...last].filter(([, isHidden]) => isHidden).map(([id]) => id)));
      }),
    );
  });
});
