/** Less than this, in px, is a finger at rest. */
const SLACK = 8;

/**
 * Scrolls rows that go on sideways to the link that the keyboard has reached: browsers leave one whose edge is in sight where it is, although
 * most of it is not.
 */
export function showFocusedInRows(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':is(.narrower, .feed-bar, .trending) a:focus-visible')) return;
    target.scrollIntoView({ inline: 'center', block: 'nearest' });
  });
}

/** Stores the scroll direction on the page: on phones the header hides and returns by it (header.scss). */
export function watchScrolling(): void {
  let last = scrollY;
  const note = () => {
    const moved = scrollY - last;
    if (Math.abs(moved) < SLACK) return;
    last = scrollY;
    document.documentElement.dataset['scrolling'] = moved > 0 ? 'down' : 'up';
  };
  addEventListener('scroll', note, { passive: true });
}
