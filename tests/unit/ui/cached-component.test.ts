import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createComponent, isHTMLString, renderComponent, renderTemplate } from 'astro/runtime/server/index.js';
import { expect, test, vi } from 'vitest';
import { cachedComponent } from '../../../src/ui/cached-component.ts';

type Result = Parameters<typeof renderComponent>[0];
type Destination = Parameters<Awaited<ReturnType<typeof renderComponent>>['render']>[0];
type Chunk = Parameters<Destination['write']>[0];

const newPage = () => ({ clientDirectives: new Map(), _metadata: { routeHasPropagation: false } }) as unknown as Result;
const DIRECTIVE = { type: 'directive', [Symbol.for('astro:render')]: true };

/** A card with an island in it, and how often it was rendered. */
function newCard() {
  const rendered = vi.fn((_page: Result) => undefined);
  const card = createComponent((page: Result, { title }: { title: string }) => {
    rendered(page);
    return renderTemplate(Object.assign(['<b>', '</b>', '</i>'], { raw: ['<b>', '</b>', '</i>'] }), title, DIRECTIVE);
  });
  return { Cached: cachedComponent(card), card, rendered };
}

async function chunksOf(component: unknown, props: object, page = newPage()): Promise<unknown[]> {
  const chunks: Chunk[] = [];
  const instance = await renderComponent(page, 'Card', component, { ...props });
  await instance.render({ write: (chunk) => void chunks.push(chunk) });
  return chunks.map((chunk) => (isHTMLString(chunk) ? chunk.toString() : chunk));
}

test('a cached component writes the same for the same properties, rendered once', async () => {
  const { Cached, card, rendered } = newCard();
  const own = (await chunksOf(card, { title: 'A & B' })).join('');
  rendered.mockClear();
  const [first, second] = [await chunksOf(Cached, { title: 'A & B' }), await chunksOf(Cached, { title: 'A & B' })];
  expect(second).toEqual(first);
  expect(first.join('')).toBe(own);
  expect(rendered).toHaveBeenCalledTimes(1);
  expect((await chunksOf(Cached, { title: 'C' })).join('')).toContain('<b>C</b>');
});

test('a cached component leaves to each page which scripts of islands it needs', async () => {
  const { Cached } = newCard();
  for (const _page of [1, 2]) expect(await chunksOf(Cached, { title: 'A' })).toEqual(['<b>A</b>', DIRECTIVE, '</i>']);
});

test('a cached component is rendered apart from its page, and is one for all who ask for it', async () => {
  const { Cached, card, rendered } = newCard();
  const page = newPage();
  await chunksOf(Cached, { title: 'A' }, page);
  expect(rendered.mock.calls[0]![0]).not.toBe(page);
  expect(cachedComponent(card)).toBe(Cached);
});

const PIECES = 1_000;
const CARDS = 200;

test('a cached component keeps HTML of many pieces in about the memory of its characters', async () => {
  const raw = Array.from({ length: PIECES }, (_, index) => `<i>${index}</i>`);
  const card = createComponent((_page: Result, { title }: { title: string }) =>
    renderTemplate(Object.assign(raw, { raw }), ...raw.slice(1).map((_, index) => `${title}${index}`)),
  );
  const Cached = cachedComponent(card);
  const { length } = (await chunksOf(Cached, { title: 'first' })).join('');
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < CARDS; index++) await chunksOf(Cached, { title: `card${index}` });
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2 * CARDS * length);
});
