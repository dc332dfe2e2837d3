import { createElement } from '../../ui/create-element.ts';

export const offlineBar = () => document.querySelector<HTMLElement>('.offline-bar');

/** Shows a message in the bar, which is added if needed. */
export function showBar(text: string): void {
  const bar = offlineBar() ?? addBar();
  // Screen readers announce what comes into a live region that exists already.
  requestAnimationFrame(() => bar.querySelector('p')?.replaceChildren(text));
}

/** Keeps the bar in sight below the header, which on phones comes back over the page by scrolling up (header.scss). */
export function keepBarBelowHeader(): void {
  const header = document.querySelector('.header');
  const place = () => {
    const bar = offlineBar();
    if (bar && header) bar.style.top = `${Math.max(0, header.getBoundingClientRect().bottom)}px`;
  };
  for (const moved of ['scroll', 'transitionend']) addEventListener(moved, place, { passive: true });
}

function addBar(): HTMLElement {
  const bar = createElement('div', { class: 'offline-bar', role: 'status' }, createElement('p', {}));
  document.querySelector('main')?.before(bar);
  return bar;
}
