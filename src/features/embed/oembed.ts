import { escapeXml } from '../../lib/xml.ts';
import type { DealCard } from '../deals/card.ts';

/** Size of a deal's frame in CSS pixels, when nobody asks for less. */
export const FRAME = { width: 480, height: 200 };

/** Address that describes how a page is embedded (oEmbed). */
export const oembedAddress = (siteUrl: string, page: string) => `${siteUrl}/web-api/oembed/?url=${encodeURIComponent(page)}&format=json`;

/** The HTML that shows a deal on another site. */
export function embedCode(siteUrl: string, deal: Pick<DealCard, 'threadId' | 'dealTitle'>, { width, height } = FRAME): string {
  const address = `${siteUrl}/embed?deal=${deal.threadId}`;
  const attributes = { src: address, title: deal.dealTitle, width, height, loading: 'lazy', style: 'border:0;max-width:100%' };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeXml(String(value))}"`);
  return `<iframe ${written.join(' ')}></iframe>`;
}
