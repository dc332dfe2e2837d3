import { createElement } from './create-element.ts';

/** Milliseconds until a screen reader knows a live region that was just added: what is in it from the start is not announced. */
const SETTLED = 100;

let region: HTMLElement | undefined;
let timer: number | undefined;

/** Has screen readers say once what somebody else sees elsewhere on the page. A modal dialog silences it. */
export function announce(words: string): void {
  region ??= newRegion();
  // Emptied, so that the same words are announced again.
  region.textContent = '';
  const said = region;
  clearTimeout(timer);
  timer = window.setTimeout(() => (said.textContent = words), SETTLED);
}

function newRegion(): HTMLElement {
  const added = createElement('p', { class: 'visually-hidden', role: 'status' });
  document.body.append(added);
  return added;
}
