import { slugify } from '../../lib/slug.ts';

/** A drop below this is not worth a badge (look.md). */
const BADGE_PERCENT = 15;

/** Whether a saving is shown as a filled badge. */
export const deservesBadge = (percent: number | undefined) => percent !== undefined && percent >= BADGE_PERCENT;

/** The percents of a deal's badge; none where its price says them itself. */
export function badgePercent({ finalPriceText, percentOff }: { finalPriceText: string; percentOff: number | null }): number | undefined {
  const percent = percentOff ?? undefined;
  return deservesBadge(percent) && !finalPriceText.includes('%') ? percent : undefined;
}

/** Address of a deal: `/f/{threadId}-{title-slug}` (contract.md). */
export const dealPath = (deal: { threadId: number; title: string }) => `/f/${deal.threadId}-${slugify(deal.title)}`;

/** The thread a deal's slug names, whatever its title part says; undefined when it names none. */
export function threadIdOf(dealSlug: string): number | undefined {
  const match = /^([1-9]\d{0,14})(?:-[^/]*)?$/.exec(dealSlug);
  return match ? Number(match[1]) : undefined;
}

/** Name of a thing across kinds: a PCO prefix means a store's own offer, otherwise it is a deal (spec §3). */
export const uniqueId = (type: 'DEAL' | 'PCO', id: number) => `${type}-${id}`;

/** The way out to a deal's or an offer's store; the address itself is looked up on the server (contract.md). */
export const clickPath = (type: 'DEAL' | 'PCO', id: number) => `/click?${type === 'PCO' ? 'pcoid' : 'tid'}=${id}`;

/** The letter that stands for a picture that is missing: the brand's, else the title's first letter or digit (spec §8). */
export function initialOf(brand: string | null, title: string): string {
  const letter = /[\p{L}\p{N}]/u.exec(brand ?? title);
  return (letter?.[0] ?? '#').toUpperCase();
}

/** The source of deals that members post on this site, whose descriptions are in Markdown. */
export const POSTED_HERE = 'site';
