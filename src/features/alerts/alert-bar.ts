import { createElement } from '../../ui/create-element.ts';

/** What a bar at the foot of the page says, and offers. */
interface Bar {
  text: string;
  link?: { name: string; href: string };
  /** Done by one press; the bar stays until it is closed. */
  action?: { name: string; act: () => void };
  /** Name of what closes it; 'Close' where there is none. */
  close?: string;
}

let shown: HTMLElement | undefined;

/** Shows a bar over the foot of the page, in place of the one before. It goes when it is closed. */
export function showBar({ text, link, action, close = 'Close' }: Bar): void {
  const bar = (shown = shown?.isConnected ? shown : newBar());
  const words = createElement('p', {}, text, ...(link ? [' ', createElement('a', { href: link.href }, link.name)] : []));
  const buttons = createElement(
    'div',
    { class: 'alert-bar__buttons' },
    ...(action ? [button(action.name, 'button', action.act)] : []),
    button(close, 'button button--quiet', hideBar),
  );
  // Screen readers announce what is added to a live region that exists already.
  requestAnimationFrame(() => bar.replaceChildren(words, buttons));
}

/** Takes the bar away. */
export function hideBar(): void {
  shown?.remove();
  shown = undefined;
}

function newBar(): HTMLElement {
  const bar = createElement('div', { class: 'alert-bar', role: 'status' });
  document.body.append(bar);
  return bar;
}

function button(name: string, className: string, act: () => void): HTMLButtonElement {
  const made = createElement('button', { type: 'button', class: className }, name);
  made.addEventListener('click', act);
  return made;
}
