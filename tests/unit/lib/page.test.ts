import { expect, test } from 'vitest';
import { dataLayer } from '../../../src/lib/page.ts';
import { formatReputation } from '../../../src/lib/reputation.ts';

const layer = { pageType: 'deal', section: 'site', group: 'lamps', pco: false };

test('a data layer’s sub-sections are its name split by colon', () => {
  const { name, traffic } = dataLayer({ ...layer, name: ['deal', 'Home: garden', 'Lamps'] });
  expect(name).toBe('deal:Home  garden:Lamps');
  expect(traffic).toEqual({ subSection1: 'deal', subSection2: 'Home  garden', subSection3: 'Lamps', subSection4: '' });
});

test('it has four of them, however long the name', () => {
  expect(dataLayer({ ...layer, name: ['a', 'b', 'c', 'd', 'e'] }).traffic).toEqual({
    subSection1: 'a',
    subSection2: 'b',
    subSection3: 'c',
    subSection4: 'd',
  });
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.0K'],
  [1_949, '1.9K'],
  [1_999, '1.9K'],
  [12_345, '12.3K'],
  [-1_500, '-1.5K'],
])('a reputation of %i is shown as %s', (reputation, expected) => {
  expect(formatReputation(reputation)).toBe(expected);
});
