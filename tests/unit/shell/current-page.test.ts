import { expect, test } from 'vitest';
import { currentPage, pathInHeader } from '../../../src/features/shell/current-page.ts';
import type { HeaderData } from '../../../src/features/shell/shell.server.ts';

const links = (...hrefs: string[]) => hrefs.map((href) => ({ title: href, href }));
const HEADER: HeaderData = {
  trending: links('/browse/under-25'),
  offers: [],
  categories: links('/category/monitors'),
  textLinks: [{ title: 'More', href: '/more', dropdown: links('/f/7-lamp', 'https://shop.example/f/8-desk') }],
  iconButtons: [],
  financeLinks: [],
  bannerReservation: 'none',
  optInConclusion: false,
};
const at = (path: string) => pathInHeader(HEADER, new URL(path, 'https://deals.example'));

test('a page that the header links to is marked as current, wherever the link is', () => {
  for (const path of ['/category/monitors', '/browse/under-25', '/f/7-lamp', '/account/alerts', '/hidden-deals'])
    expect([at(path), at(`${path}/`), at(`${path}?page=2`)], path).toEqual([path, path, path]);
  expect([currentPage(at('/f/7-lamp/'), '/f/7-lamp'), currentPage(at('/f/7-lamp'), '/category/monitors')]).toEqual(['page', undefined]);
});

test('all other pages have the same header, in which nothing is current', () => {
  expect(['/f/8-desk', '/f/7', '/category', '/pco/1', '/about'].map(at)).toEqual(Array.from({ length: 5 }, () => undefined));
  expect(currentPage(undefined, undefined)).toBeUndefined();
});
