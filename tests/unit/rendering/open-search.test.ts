import { expect, test } from 'vitest';
import { openSearchText } from '../../../src/features/rendering/open-search.ts';

const text = (siteName: string) =>
  openSearchText({ siteName, siteUrl: 'https://deals.example', color: undefined, mark: undefined, favicon: undefined });

test('the description of the search names the site, and where its results are', () => {
  expect(text('Nest & Deals')).toContain('<ShortName>Nest &amp; Deals</ShortName>');
  expect(text('Nest & Deals')).toContain('template="https://deals.example/search?q={searchTerms}"');
});

test('a name is cut to what OpenSearch allows, between characters', () => {
  expect(text('The finest bargains of all')).toContain('<ShortName>The finest barga</ShortName>');
  expect(text('123456789012345😀')).toContain('<ShortName>123456789012345</ShortName>');
});
