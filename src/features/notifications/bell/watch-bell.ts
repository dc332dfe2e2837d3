/** Below it the header has no room for a dropdown, and the bell stays the link that it is. */
const WIDE = '(width >= 768px)';

/** Makes the bell in the header open the last notifications below it; the code for that is loaded when it is pressed. */
export function watchBell(): void {
  const bell = document.querySelector<HTMLAnchorElement>('[data-bell]');
  if (!bell) return;
  let wasOpen = false;
  // A press beside an open dropdown closes it before the click comes.
  bell.addEventListener('pointerdown', () => (wasOpen = bell.ariaExpanded === 'true'));
  bell.addEventListener('click', async (event) => {
    // Whoever wants another tab or window gets the page there.
    if (event.ctrlKey || event.metaKey || event.shiftKey || !matchMedia(WIDE).matches) return;
    event.preventDefault();
    const isOpen = wasOpen || bell.ariaExpanded === 'true';
    wasOpen = false;
    const showLatest = await import('./bell-dropdown.ts').then(
      (script) => script.showLatest,
      () => undefined,
    );
    if (!showLatest || !(await showLatest(bell, isOpen))) location.assign(bell.href);
  });
}
