import { requiredElement } from '../../../ui/required-element.ts';

/** Has the search box suggest: what does so is loaded once somebody uses the box, or when the address names a forum. */
export function startSearchBox(): void {
  const box = document.querySelector<HTMLFormElement>('[data-search-box]');
  if (!box) return;
  const text = requiredElement<HTMLInputElement>('[type=search]', box);
  let started: Promise<void> | undefined;
  const start = () => void (started ??= import('./search-box.ts').then((loaded) => loaded.startBox(box)).catch(() => undefined));
  for (const type of ['pointerdown', 'focusin', 'input']) box.addEventListener(type, start);
  box.addEventListener('submit', () => {
    text.value = text.value.trim();
    // An order that nobody chose is the usual one (spec §9).
    requiredElement<HTMLInputElement>('[name=sort]', box).value ||= text.value ? 'relevance' : 'newest';
  });
  if (box.contains(document.activeElement) || /[?&](f=|filters.*forum)/.test(location.search)) start();
  // A screen reader tells what it is as soon as it has the focus.
  if (box.dataset['searchBox']) Object.assign(text, { role: 'combobox', ariaExpanded: 'false' });
}
