import { createElement } from '../../ui/create-element.ts';

export const offlineBar = () => document.querySelector<HTMLElement>('.offline-bar');

/** Shows a message in the bar, which is added if needed. */
export function showBar(text: string): void {
  const bar = offlineBar() ?? addBar();
  bar.querySelector('p')?.replaceChildren(text);
}

function addBar(): HTMLElement {
  const bar = createElement('div', { class: 'offline-bar', role: 'status' }, createElement('p', {}));
  document.querySelector('main')?.before(bar);
  return bar;
}
