import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { markTitle } from '../../../src/features/search/highlight.ts';

const marked = (title: string, ...stems: string[]) =>
  markTitle(
    title,
    stems.map((stem) => ({ stem: stem.replace('*', ''), begins: stem.endsWith('*') })),
  )
    .map(({ text, marked: isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

it.each([
  ['Acer 27" monitor, 27 in', ['27in', 'monitor'], 'Acer [27"] [monitor], [27 in]'],
  ['Monitors and a monitoring tool', ['monitor'], '[Monitors] and a [monitoring] tool'],
  ['Batteries, one battery', ['batteri'], '[Batteries], one [battery]'],
  ['Gaming on a game pad, games', ['game'], '[Gaming] on a [game] pad, [games]'],
  ['RTX 4070 Ti and 4080', ['rtx', '4070', 'ti'], '[RTX] [4070] [Ti] and 4080'],
  ['WD_BLACK 1 TB', ['black', '1tb'], 'WD_[BLACK] [1 TB]'],
  ['Crème brûlée set', ['creme'], '[Crème] brûlée set'],
  ['Wireless mouse', ['wire*'], '[Wireless] mouse'],
  ['Scatter cushions', ['cat'], 'Scatter cushions'],
])('%s', (title, stems, shown) => expect(marked(title, ...stems)).toBe(shown));

test('the parts together are the title', () => {
  const mark = fc.record({ stem: fc.string({ minLength: 1, maxLength: 4 }), begins: fc.boolean() });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.array(mark, { maxLength: 4 }), (title, marks) => {
      expect(
        markTitle(title, marks)
          .map(({ text }) => text)
          .join(''),
      ).toBe(title);
    }),
  );
});
