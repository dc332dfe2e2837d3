/** A card counts as seen when half of it was on the screen for a second, as advertisers count (MRC, viewable impressions). */
const SEEN_PART = 0.5;
const SEEN_MS = 1000;
const PAGE_SIZE = 40;

/** The cards of the page's lists of deals, in their order. */
const cards = (): Element[] => [...document.querySelectorAll('.deal-grid > li')];

/** The deal or offer of a card, and its place in the list, from 1. */
export function cardFields(card: Element): { tid?: number; pcoid?: number; position: number } | undefined {
  const [, kind, id] = /^\/(f|pco)\/(\d+)/.exec(card.querySelector('a[href^="/f/"], a[href^="/pco/"]')?.getAttribute('href') ?? '') ?? [];
  if (!kind) return undefined;
  const page = Number(new URLSearchParams(location.search).get('page') ?? 1) || 1;
  return { [kind === 'f' ? 'tid' : 'pcoid']: Number(id), position: (page - 1) * PAGE_SIZE + cards().indexOf(card) + 1 };
}

/** Calls back once for each card that is seen and still there. */
export function watchImpressions(onSeen: (card: Element) => void): void {
  const timers = new Map<Element, number>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (!isIntersecting) continue;
        const seen = () => {
          observer.unobserve(target);
          // One that was hidden meanwhile has no place in the list any more, and the server takes no batch with such an event.
          if (target.isConnected) onSeen(target);
        };
        timers.set(target, window.setTimeout(seen, SEEN_MS));
      }
    },
    { threshold: SEEN_PART },
  );
  for (const card of cards()) observer.observe(card);
}
