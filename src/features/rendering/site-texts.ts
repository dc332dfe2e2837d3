import type { Call } from '../../server/http/endpoint.ts';
import type { Config } from '../../server/config.ts';
import { MANIFEST_TYPE, manifestText } from '../offline/manifest.ts';
import { openSearchText } from './open-search.ts';
import { robotsText } from './robots.ts';

/** A file about the whole site. */
interface SiteText {
  path: string;
  type: string;
  write(config: Config): string;
}

export const SITE_TEXTS = {
  robots: { path: '/robots.txt', type: 'text/plain; charset=utf-8', write: ({ siteUrl }) => robotsText(siteUrl) },
  'open-search': { path: '/opensearch.xml', type: 'application/xml; charset=utf-8', write: openSearchText },
  manifest: { path: '/manifest.webmanifest', type: MANIFEST_TYPE, write: manifestText },
} satisfies Record<string, SiteText>;

export const SITE_TEXT_CACHE = 'public, max-age=3600';

/** Answers the address of such a file until it is published. */
export function answerSiteText(name: keyof typeof SITE_TEXTS): (call: Pick<Call, 'context'>) => Response {
  const { type, write }: SiteText = SITE_TEXTS[name];
  return ({ context }) => new Response(write(context.config), { headers: { 'Content-Type': type, 'Cache-Control': SITE_TEXT_CACHE } });
}
