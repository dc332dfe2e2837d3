import { queueEvent } from './event-queue.ts';
import { cardFields } from './impressions.ts';
import { randomId } from './random-id.ts';

/** How many ancestors of what was clicked are searched for its card (spec §9). */
const DEPTH = 10;
/** Beginning of keys in the tab's storage: in which list, and where in it, a page was opened. */
export const OPENED = 'opened:';

/** A list that something stands in, and the place in it, from 1. */
export interface Origin {
  list: string;
  position: number;
}

/** Notes which cards are opened. */
export function watchOpens(): void {
  for (const type of ['click', 'auxclick'] as const)
    addEventListener(type, ({ target }) => {
      const link = target instanceof Element ? target.closest('a') : null;
      const card = link && cardOf(link);
      const fields = card && cardFields(card);
      if (!fields || !/^\/(f|pco)\//.test(link.pathname)) return;
      const list = location.pathname;
      queueEvent({ id: randomId(), type: 'open', path: list, ...fields });
      try {
        sessionStorage.setItem(`${OPENED}${link.pathname}`, JSON.stringify({ list, position: fields.position } satisfies Origin));
      } catch {
        // Then the way out does not say it.
      }
    });
}

/** The card that an element stands in. */
export function cardOf(element: Element | null): Element | undefined {
  for (let depth = 0; depth < DEPTH && element; depth += 1, element = element.parentElement)
    if (element.matches('.deal-grid > li')) return element;
  return undefined;
}
