import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupByLetter } from '../../../src/features/directories/group-by-letter.ts';

const entry = (name: string, at = 0) => ({ name, path: `/store/s${at}`, deals: 1, offers: 0 });
const grouped = (names: string[], locale = 'en-US') =>
  groupByLetter(
    names.map((name, at) => entry(name, at)),
    locale,
  ).map(({ name, entries }) => [name, entries.map((each) => each.name)]);

test('names are below their first letters, from A to Z, whatever their case', () => {
  expect(grouped(['zeal', 'Acme', 'bolt', 'abacus', 'Zebra'])).toEqual([
    ['A', ['abacus', 'Acme']],
    ['B', ['bolt']],
    ['Z', ['zeal', 'Zebra']],
  ]);
});

test('names that begin with no letter come first, the smaller number before the larger', () => {
  expect(grouped(['Acme', '360 Degrees', '7 Seas', '!'])).toEqual([
    ['0–9', ['!', '7 Seas', '360 Degrees']],
    ['A', ['Acme']],
  ]);
});

test('signs before a name do not count', () => {
  expect(grouped(['“Bolt”', '(acme)', 'Cedar', '@ Abacus'])).toEqual([
    ['A', ['@ Abacus', '(acme)']],
    ['B', ['“Bolt”']],
    ['C', ['Cedar']],
  ]);
});

test.each([
  ['fr-FR', ['Zoé', 'Émile', 'Eva', 'Étoile'], ['E', 'Z']],
  ['sv-SE', ['Zeta', 'Ängel', 'Adam', 'Åre', 'Öland'], ['A', 'Z', 'Å', 'Ä', 'Ö']],
  ['de-DE', ['Zeta', 'Äpfel', 'Adam'], ['A', 'Z']],
  ['ru-RU', ['Ярмарка', 'Apple', 'Булка'], ['Б', 'Я', 'A']],
  ['ja-JP', ['ヤマダ', 'Apple', '安い店'], ['A', 'ヤ', '安']],
])('letters are those of the language, in its order: %s', (locale, names, letters) => {
  expect(grouped(names, locale).map(([letter]) => letter)).toEqual(letters);
});

test('letters that are alike in the language are one', () => {
  expect(grouped(['アオゾラ本舗', 'あおぞら電器', 'ＡＢＣマート', 'Apple', 'がんばり屋', 'カメラ店', 'ｶﾞﾗｽ館'], 'ja-JP')).toEqual([
    ['A', ['ＡＢＣマート', 'Apple']],
    ['あ', ['あおぞら電器', 'アオゾラ本舗']],
    ['か', ['カメラ店', 'ｶﾞﾗｽ館', 'がんばり屋']],
  ]);
});

test('each name is listed once, whatever it is, and no letter twice', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' })),
      fc.constantFrom('en-US', 'sv-SE', 'tr-TR', 'ar-EG', 'ja-JP'),
      (names, locale) => {
        const groups = grouped(names, locale);
        expect(groups.flatMap(([, below]) => below).toSorted()).toEqual(names.toSorted());
        expect(new Set(groups.map(([letter]) => letter)).size).toBe(groups.length);
      },
    ),
  );
});
