const menuOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLDetailsElement>('details[data-menu]') : null;

/** Closes menus on Escape, and when the focus leaves them for something else than a dialog, which gives it back to what opened it. */
export function watchMenus(): void {
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    const menu = menuOf(target);
    const next = relatedTarget instanceof Element ? relatedTarget : null;
    if (menu && !menu.contains(next) && !next?.closest('dialog')) menu.open = false;
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const menu = menuOf(target);
    if (key !== 'Escape' || !menu?.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
