/** Less than this, in px, is a finger at rest. */
const SLACK = 8;

/** Notes on the page which way it is scrolled: on phones the header leaves and comes back by it (header.scss). */
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
