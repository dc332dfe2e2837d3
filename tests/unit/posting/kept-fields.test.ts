import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { POST_FIELDS } from '../../../src/features/posting/contracts/fields.ts';
import { clearFields, clearFieldsOfOthers, keepFields, keptFields } from '../../../src/features/posting/kept-fields.ts';
import { keyed } from '../../../src/lib/keyed.ts';

/** As a browser's: what it holds are its own names, and what it does is not. */
class FakeStorage {
  [key: string]: unknown;
}
Object.defineProperties(FakeStorage.prototype, {
  getItem: { value: (key: string) => storage[key] ?? null },
  setItem: { value: (key: string, text: string) => (storage[key] = text) },
  removeItem: { value: (key: string) => Reflect.deleteProperty(storage, key) },
});
let storage = new FakeStorage();

beforeEach(() => {
  storage = new FakeStorage();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => void vi.unstubAllGlobals());

const EMPTY = keyed(POST_FIELDS, () => '');
const TYPED = { ...EMPTY, title: 'Brass reading lamp' };
const SHOWN = { ...EMPTY, title: 'Brass lamp' };
const [ADA, BOB] = [
  { member: '7', waiting: '' },
  { member: '8', waiting: '' },
];
const WAITING = { ...ADA, waiting: '3' };

describe('what is typed of a deal', () => {
  test('is there again for its member until it is sent, unless the server brings it back', () => {
    keepFields(ADA, TYPED, EMPTY);
    expect(keptFields(ADA, EMPTY)).toEqual(TYPED);
    expect(keptFields(ADA, SHOWN)).toBeUndefined();
    clearFields(ADA);
    expect(keptFields(ADA, EMPTY)).toBeUndefined();
  });

  test('after a preview is there again, however the server writes it, until the server has another draft', () => {
    const previewed = { ...EMPTY, title: ' Brass lamp ', description: 'Warm\r\n light' };
    const more = { ...previewed, price: '24.99' };
    keepFields(ADA, more, previewed);
    expect(keptFields(ADA, { ...EMPTY, title: 'Brass lamp', description: 'Warm\n light' })).toEqual(more);
    expect(keptFields(ADA, { ...EMPTY, title: 'Brass lamp', description: 'Cold light' })).toBeUndefined();
    expect(keptFields(ADA, EMPTY)).toBeUndefined();
  });

  test('is there again as an earlier version kept it', () => {
    storage['post-deal'] = JSON.stringify({ member: ADA.member, fields: TYPED });
    expect(keptFields(ADA, EMPTY)).toEqual(TYPED);
    expect(keptFields(ADA, SHOWN)).toBeUndefined();
  });

  test('of one that waits is there again in place of what was sent', () => {
    keepFields(WAITING, TYPED, EMPTY);
    expect(keptFields(WAITING, SHOWN)).toEqual(TYPED);
    expect(keptFields({ ...WAITING, waiting: '4' }, SHOWN)).toBeUndefined();
    expect(keptFields(ADA, EMPTY)).toBeUndefined();
    clearFields(WAITING);
    expect(keptFields(WAITING, SHOWN)).toBeUndefined();
  });

  test('is not for another member, and goes when one opens the form', () => {
    keepFields(ADA, TYPED, EMPTY);
    keepFields(WAITING, TYPED, EMPTY);
    storage['draft:7:0'] = 'A comment';
    expect(keptFields(BOB, EMPTY)).toBeUndefined();
    clearFieldsOfOthers('7');
    expect(keptFields(ADA, EMPTY)).toEqual(TYPED);
    clearFieldsOfOthers('8');
    expect(Object.keys(storage)).toEqual(['draft:7:0']);
  });

  test('of nobody, as it was once kept, goes, too', () => {
    storage['post-deal'] = JSON.stringify(TYPED);
    clearFieldsOfOthers('7');
    expect(Object.keys(storage)).toEqual([]);
  });

  test('that cannot be read is not there, and keeps nothing of other members from going', () => {
    storage['post-deal'] = '{';
    keepFields(WAITING, TYPED, EMPTY);
    expect(keptFields(ADA, EMPTY)).toBeUndefined();
    clearFieldsOfOthers('8');
    expect(Object.keys(storage)).toEqual([]);
  });

  test('is kept nowhere where the browser stores nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    keepFields(ADA, TYPED, EMPTY);
    clearFieldsOfOthers('8');
    expect(keptFields(ADA, EMPTY)).toBeUndefined();
  });
});
