/** A card counts as seen when half of it was on the screen for a second, as advertisers count (MRC, viewable impressions). */
const SEEN_PART = 0.5;
const SEEN_MS = 1000;
const PAGE_SIZE = 40;
/** How many cards precede those of the loaded page; read once, because "Load more" changes the address. */
const before = PAGE_SIZE * ((Number(new URLSearchParams(location.search).get('page')) || 1) - 1);

/** The deal or offer of a card, and its place in its list, from 1; pages have several lists. */
export function cardFields(card: Element): { tid?: number; pcoid?: number; position: number } | undefined {
  const [, kind, id] = /^\/(f|pco)\/(\d+)/.exec(card.querySelector('a[href^="/f/"], a[href^="/pco/"]')?.getAttribute('href') ?? '') ?? [];
  if (!kind) return undefined;
  return { [kind === 'f' ? 'tid' : 'pcoid']: Number(id), position: before + [...(card.parentElement?.children ?? [])].indexOf(card) + 1 };
}

/** Watches cards that came after the page, too; does nothing where impressions are not watched. */
export let observeCards = (): void => undefined;

/** Calls back once for each card that is seen and still there. */
export function watchImpressions(onSeen: (card: Element) => void): void {
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        clearTimeout(timers.get(target));
        if (!isIntersecting) continue;
        const timer = setTimeout(() => {
          observer.unobserve(target);
          // A card that was removed meanwhile has no position in the list, and the server would refuse the whole batch.
          if (target.isConnected) onSeen(target);
        }, SEEN_MS);
        timers.set(target, timer);
      }
    },
    { threshold: SEEN_PART },
  );
  observeCards = () => {
    // Cards with a timer are observed already, or were seen. Observing others again has no effect.
    for (const card of document.querySelectorAll('.deal-grid > li')) if (!timers.has(card)) observer.observe(card);
  };
  observeCards();
}
