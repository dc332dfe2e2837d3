/** Closes the menus of notifications as those of comments: by Escape, and when the focus leaves them. */
export function watchMuteMenus(): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-mute-menu]')) {
    menu.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && menu.contains(relatedTarget))) menu.open = false;
    });
    menu.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    });
  }
}
