/** Less than this, in px, is a finger at rest. */
const SLACK = 8;

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
