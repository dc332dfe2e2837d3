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
export function showBar({ text, link, action, close }: Bar): void {
  const isFirst = !shown?.isConnected;
  shown = isFirst || !shown ? newBar() : shown;
  const words = document.createElement('p');
  words.append(text);
  if (link) {
    const to = document.createElement('a');
    to.href = link.href;
    to.textContent = link.name;
    words.append(' ', to);
  }
  const buttons = document.createElement('div');
  buttons.className = 'alert-bar__buttons';
  if (action) buttons.append(button(action.name, 'button', action.act));
  buttons.append(button(close ?? 'Close', 'button button--quiet', hideBar));
  // Screen readers announce what is added to a live region that exists already.
  const bar = shown;
  requestAnimationFrame(() => bar.replaceChildren(words, buttons));
}

/** Takes the bar away. */
export function hideBar(): void {
  shown?.remove();
  shown = undefined;
}

function newBar(): HTMLElement {
  const bar = document.createElement('div');
  bar.className = 'alert-bar';
  bar.setAttribute('role', 'status');
  document.body.append(bar);
  return bar;
}

function button(name: string, className: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = className;
  made.textContent = name;
  made.addEventListener('click', act);
  return made;
}
