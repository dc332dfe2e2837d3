import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { activeOption, openSearchBox, optionsOf, type SearchBox } from '../../../../src/features/search/box/store.ts';
import type { Suggestion } from '../../../../src/features/search/contracts/suggestions.ts';

const keyword = (phrase: string): Suggestion => ({ phrase, query_intent: 'keyword', group: 'suggested' });

let searched: string[];
let asked: string[];
let answer: (typed: string) => Suggestion[] | number;

beforeEach(() => {
  vi.useFakeTimers();
  searched = [];
  asked = [];
  answer = () => [keyword('soundbar'), keyword('sofa')];
  vi.stubGlobal('localStorage', {
    getItem: () => JSON.stringify(searched),
    setItem: (_key: string, kept: string) => (searched = JSON.parse(kept) as string[]),
    removeItem: () => (searched = []),
  });
  vi.stubGlobal('fetch', async (address: string, { signal }: { signal?: AbortSignal }) => {
    signal?.throwIfAborted();
    const url = new URL(address, 'http://localhost');
    if (url.pathname === '/web-api/forum/')
      return ['id=1', 'slug=hot-deals'].includes(String(url.searchParams))
        ? Response.json({ label: 'Hot Deals', value: 1 })
        : new Response('', { status: 404 });
    const typed = url.searchParams.get('searchTerm')!;
    asked.push(typed);
    const results = answer(typed);
    return typeof results === 'number' ? new Response('', { status: results }) : Response.json({ results });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openBox = ({ minimum = 1, onPhone = false } = {}) => openSearchBox({ minimum, forum: undefined, alwaysOpens: () => onPhone });
/** What is suggested, without what ends the list: the search for what is typed. */
const phrases = ({ $state }: SearchBox) =>
  optionsOf({ groups: $state.get().groups.filter(({ heading }) => heading) }).map(({ phrase }) => phrase);

/** Types a text and waits for what the server suggests. */
async function typeAndWait(box: SearchBox, text: string) {
  box.refresh(text);
  await vi.advanceTimersByTimeAsync(100);
}

describe('a search box', () => {
  test('asks 100 ms after the last letter, and shows what comes', async () => {
    const box = openBox();
    box.refresh('s');
    await vi.advanceTimersByTimeAsync(99);
    box.refresh(' so ');
    await vi.advanceTimersByTimeAsync(99);
    expect(asked).toEqual([]);
    expect(box.$state.get().open).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['so']);
    expect(box.$state.get()).toMatchObject({ typed: 'so', open: true, active: -1, answered: true, announcement: '2 suggestions' });
    expect(phrases(box)).toEqual(['soundbar', 'sofa']);
  });

  test('drops what no longer fits before the answer comes', async () => {
    const box = openBox();
    await typeAndWait(box, 'so');
    box.refresh('sof');
    expect(phrases(box)).toEqual(['sofa']);
    expect(box.$state.get()).toMatchObject({ answered: false, announcement: '2 suggestions' });
  });

  test('with too little text closes, and asks nothing', async () => {
    const box = openBox({ minimum: 3 });
    await typeAndWait(box, 'sou');
    await typeAndWait(box, 'so');
    expect(box.$state.get()).toMatchObject({ open: false, announcement: '' });
    expect(asked).toEqual(['sou']);
  });

  test('on a phone opens whatever is typed, and says what can be searched for when there is nothing to suggest', async () => {
    const box = openBox({ minimum: 3, onPhone: true });
    answer = () => [];
    box.refresh('');
    expect(box.$state.get()).toMatchObject({ open: true, answered: false });
    await vi.advanceTimersByTimeAsync(100);
    expect(box.$state.get()).toMatchObject({ open: true, answered: true, announcement: 'Search for a product, a store or a brand.' });
    box.move(1);
    expect(box.$state.get().active).toBe(-1);
  });

  test('ends with the search for what is typed, on a phone whatever is suggested', async () => {
    const box = openBox({ onPhone: true });
    answer = () => [];
    await typeAndWait(box, ' zzz ');
    expect(optionsOf(box.$state.get())).toEqual([{ phrase: 'zzz', query_intent: 'search' }]);
    expect(box.$state.get().announcement).toBe('No suggestions');
    await typeAndWait(box, '');
    expect(optionsOf(box.$state.get())).toEqual([]);
  });

  test('without anything to suggest stays closed elsewhere', async () => {
    const box = openBox();
    answer = () => [];
    await typeAndWait(box, 'zzz');
    expect(box.$state.get().open).toBe(false);
  });

  test('shows recent searches alone when the server fails', async () => {
    const box = openBox();
    searched = ['sofa', 'lamp'];
    answer = () => 500;
    await typeAndWait(box, 'so');
    expect(phrases(box)).toEqual(['sofa']);
    expect(box.$state.get()).toMatchObject({ open: true, answered: false });
  });

  test('that was closed shows no answer that comes later', async () => {
    const box = openBox();
    box.refresh('so');
    box.close();
    await vi.advanceTimersByTimeAsync(200);
    expect(box.$state.get().open).toBe(false);
    expect(asked).toEqual([]);
  });

  test('goes through its options and around the ends', async () => {
    const box = openBox();
    await typeAndWait(box, 'so');
    const after = (move: () => void) => {
      move();
      return activeOption(box.$state.get())?.phrase;
    };
    expect(after(() => box.move(-1))).toBe('so');
    expect(after(() => box.move(1))).toBe('soundbar');
    expect(after(() => box.move(-1))).toBe('so');
    expect(after(() => box.activate(0))).toBe('soundbar');
    expect(after(() => box.activate(-1))).toBe('so');
    expect(after(() => box.refresh('sof'))).toBeUndefined();
  });

  test('forgets recent searches, and the active option keeps its place', async () => {
    const box = openBox();
    searched = ['so one', 'so two', 'so three'];
    await typeAndWait(box, 'so');
    box.activate(1);
    box.removeRecent('so two');
    expect(searched).toEqual(['so one', 'so three']);
    expect(activeOption(box.$state.get())?.phrase).toBe('so three');
    box.clearRecent();
    expect(phrases(box)).toEqual(['soundbar', 'sofa']);
  });

  test('is within a forum that the server knows, until it is left', async () => {
    const box = openBox();
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await box.enterForum('999');
    expect(box.$state.get().forum).toBeUndefined();
    expect(logged).toHaveBeenCalledWith('Failed to fetch forum data', expect.anything());
    logged.mockRestore();
    await box.enterForum('1');
    expect(box.$state.get().forum).toEqual({ label: 'Hot Deals', value: '1' });
    box.leaveForum();
    expect(box.$state.get().forum).toBeUndefined();
    await box.enterForum('hot-deals');
    expect(box.$state.get().forum).toEqual({ label: 'Hot Deals', value: '1' });
  });
});
