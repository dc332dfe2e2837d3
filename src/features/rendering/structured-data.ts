import type { Page } from '../../lib/page.ts';
import { threadStructuredData } from '../comments/structured-data.ts';
import { dealStructuredData } from '../deals/structured-data.ts';
import { offerPageStructuredData } from '../offers/structured-data.ts';
import { feedStructuredData } from '../feeds/structured-data.ts';
import type { Shell } from '../shell/shell.server.ts';
import type { ShownPage } from './load.server.ts';

/** JSON-LD of a page: what it is, and the way to it. */
export function structuredData(page: ShownPage, site: Pick<Shell, 'siteName' | 'siteUrl' | 'region' | 'look'>): object[] {
  const { pageData: data } = page;
  const way = breadcrumbList(page, site.siteUrl);
  if (data.type === 'deal') return [dealStructuredData(data, site), threadStructuredData(data, site), ...way];
  if (data.type === 'feed') return [...feedStructuredData(data, site), ...way];
  if (data.type === 'offer') return [offerPageStructuredData(data, site.siteUrl), ...way];
  return way;
}

function breadcrumbList({ pageLayout }: Page, siteUrl: string): object[] {
  if (pageLayout.breadcrumbs.length === 0) return [];
  const steps = [{ name: 'Home', path: '/' }, ...pageLayout.breadcrumbs];
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(({ name, path }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: siteUrl + path })),
    },
  ];
}
