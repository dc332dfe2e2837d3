import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it, test } from 'vitest';
import { foldWords } from '../../../src/features/search/fold.ts';
import { eachDatabase } from '../../support/databases.ts';

const DEMO = new URL('../../../src/features/demo/catalogue.jsonl', import.meta.url);

describe('words are read alike however they are written', () => {
  it.each([
    ['27 in', '27in'],
    ['27"', '27in'],
    ['27”', '27in'],
    ['27-inch', '27in'],
    ['27.0 inches', '27in'],
    ['1 TB', '1tb'],
    ['1 terabyte', '1tb'],
    ['750 Watts', '750w'],
    ['16,000 DPI', '16000dpi'],
    ['WD-Black', 'wd black'],
    ['M.2 PCIe 4.0', 'm2 pcie 4'],
    ['2 × 16 GB', '2x 16gb'],
    ['3.5mm', '3p5mm'],
    ['Crème brûlée', 'creme brulee'],
    ['be quiet!', 'be quiet'],
    ["women's men’s", 'womens mens'],
    ["Cobblers' Row & Co.", 'cobblers row co'],
    ['  ', ''],
  ])('%s is %s', (text, folded) => expect(foldWords(text).join(' ')).toBe(folded));
});

eachDatabase('the database reads words as the program does', (open) => {
  test('of every title of the demo, and of odd ones', async () => {
    const { db } = await open();
    const titles = readFileSync(DEMO, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"type": "deal"') || line.startsWith('{"type":"deal"'))
      .map((line) => (JSON.parse(line) as { title: string }).title);
    const odd = [
      'Łódź straße Ærø ÎLE',
      '日本語 ЖЭ',
      'テレビ がんばり屋 ﾃﾚﾋﾞ',
      '삼성 냉장고',
      'Чайник Ёлка Київ',
      'أحذية آيفون',
      'शहद बोतल',
      'น้ำผึ้ง',
      'Ωμέγα Ελληνικά Hà Nội',
      '10e5 5.1.2 C++ C# 50%',
      'ＳＯＮＹ　ＷＨ－１０００ＸＭ５ １５，０００円',
      'Góð kjör Ħamrun Eŋŋ Ŧŧ',
      '½ ounce',
      "5' 7''",
      '\u{1f600} tab\tline\nend',
      '3 lbs. 2 feet',
    ];
    const all = [...titles, ...odd];
    const { rows } = await sql<{ folded: string }>`
      select search_fold(title) as folded from unnest(${all}::text[]) with ordinality as t (title, n) order by n`.execute(db);
    expect(titles.length).toBeGreaterThan(2_000);
    expect(rows.map(({ folded }) => folded)).toEqual(all.map((title) => foldWords(title).join(' ')));
  });
});
