/** Has the search box suggest: what does so is loaded once somebody uses the box, or when the address names a forum. */
export function startSearchBox(): void {
  const box = document.querySelector<HTMLFormElement>('[data-search-box]');
  if (!box) return;
  let started: Promise<void> | undefined;
  const start = (event?: Event) =>
    void (started ??= import('./start.ts').then((loaded) => loaded.startBox(box, event)).catch(() => undefined));
  for (const type of ['pointerdown', 'focusin', 'input']) box.addEventListener(type, start);
  if (box.contains(document.activeElement) || /[?&](f=|filters.*forum)/.test(location.search)) start();
  // A screen reader tells what it is as soon as it has the focus.
  if (box.dataset['searchBox']) Object.assign(box.querySelector('[type=search]')!, { role: 'combobox', ariaExpanded: 'false' });
}
