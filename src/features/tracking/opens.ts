import { inStorage } from '../../ui/in-storage.ts';
import { queueEvent } from './event-queue.ts';
import { cardFields } from './impressions.ts';

/** How many ancestors of what was clicked are searched for its card (spec §9). */
const DEPTH = 10;
/** Beginning of keys in the tab's storage: in which list, and where in it, a page was opened. */
export const OPENED = 'opened:';

/** A list that something is in, and the place in it, from 1. */
export interface Origin {
  list: string;
  position: number;
}

/** Notes which cards are opened, and which banners. */
export function watchOpens(): void {
  for (const type of ['click', 'auxclick'] as const)
    addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      noteBanner('banner-open', link?.closest(BANNER) ?? null);
      const card = link && cardOf(link);
      const fields = card && cardFields(card);
      if (!fields || !/^\/(f|pco)\//.test(link.pathname)) return;
      queueEvent('open', fields);
      const origin: Origin = { list: location.pathname, position: fields.position };
      // Without storage, outgoing links just lack this information.
      inStorage(() => sessionStorage.setItem(`${OPENED}${link.pathname}`, JSON.stringify(origin)));
    });
}

const BANNER = '[data-banner-name]';

/** Counts that the page shows a banner, or that its link was followed, under the banner's name. */
export function noteBanner(type: 'banner' | 'banner-open', shown = document.querySelector(BANNER)): void {
  const banner = shown?.getAttribute('data-banner-name');
  if (banner) queueEvent(type, { banner });
}

/** The card that an element is in. */
export function cardOf(element: Element | null): Element | undefined {
  for (let depth = 0; depth < DEPTH && element; depth += 1, element = element.parentElement)
    if (element.matches('.deal-grid > li')) return element;
  return undefined;
}
