import { escapeXml } from '../../lib/xml.ts';
import { beginningOf } from '../../lib/beginning-of.ts';
import type { Config } from '../../server/config.ts';
import { lookOf, type OwnLook } from '../../server/look/look.ts';

/** Characters that OpenSearch 1.1 allows a short name. */
const LONGEST_NAME = 16;

type Named = Pick<Config, 'siteName' | 'siteUrl'> & OwnLook;

/** The description of the site's search (OpenSearch 1.1), by which browsers offer it in their address bar. */
export function openSearchText(site: Named): string {
  const { siteName, siteUrl } = site;
  const { href, type } = lookOf(site)?.favicon ?? { href: '/favicon.svg', type: 'image/svg+xml' };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    `<ShortName>${escapeXml(beginningOf(siteName, LONGEST_NAME).trimEnd())}</ShortName>`,
    `<Description>${escapeXml(`Search deals, coupons and stores on ${siteName}`)}</Description>`,
    '<InputEncoding>UTF-8</InputEncoding>',
    `<Image width="16" height="16" type="${type}">${escapeXml(siteUrl + href)}</Image>`,
    `<Url type="text/html" template="${escapeXml(siteUrl)}/search?q={searchTerms}"/>`,
    '</OpenSearchDescription>',
    '',
  ].join('\n');
}
