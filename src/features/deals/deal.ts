import { slugify } from '../../lib/slug.ts';

/** Smaller discounts get no badge (look.md). */
const BADGE_PERCENT = 15;

/** Whether a discount is shown as a filled badge. */
export const deservesBadge = (percent: number | undefined) => percent !== undefined && percent >= BADGE_PERCENT;

/** The percentage of a deal's badge; none when the price already names it. */
export function badgePercent({ finalPriceText, percentOff }: { finalPriceText: string; percentOff: number | null }): number | undefined {
  const percent = percentOff ?? undefined;
  return deservesBadge(percent) && !finalPriceText.includes('%') ? percent : undefined;
}

/** Address of a deal: `/f/{threadId}-{title-slug}` (contract.md). */
export const dealPath = (deal: { threadId: number; title: string }) => `/f/${deal.threadId}-${slugify(deal.title)}`;

/** The thread id in a deal's slug; the rest of the slug is ignored. Undefined when there is none. */
export function threadIdOf(dealSlug: string): number | undefined {
  const match = /^([1-9]\d{0,14})(?:-[^/]*)?$/.exec(dealSlug);
  return match ? Number(match[1]) : undefined;
}

/** Id that is unique across deals and offers; offers have the prefix PCO (spec §3). */
export const uniqueId = (type: 'DEAL' | 'PCO', id: number) => `${type}-${id}`;

/** The link to the store of a deal or an offer; the server looks up the store's address (contract.md). */
export const clickPath = (type: 'DEAL' | 'PCO', id: number) => `/click?${type === 'PCO' ? 'pcoid' : 'tid'}=${id}`;

/** The initial shown instead of a missing picture: of the brand, otherwise the first letter or digit of the title (spec §8). */
export function initialOf(brand: string | null, title: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(brand ?? title);
  return (letter?.[0] ?? '#').toUpperCase();
}

/** The source of deals that members post on this site, whose descriptions are in Markdown. */
export const POSTED_HERE = 'site';
