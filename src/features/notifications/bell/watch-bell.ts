/** On narrower screens the header has no room for a dropdown, and the bell remains a link. */
const WIDE = '(width >= 768px)';

/** Makes the bell in the header open the last notifications below it; the code for that is loaded when it is pressed. */
export function watchBell(): void {
  const bell = document.querySelector<HTMLAnchorElement>('[data-bell]');
  if (!bell) return;
  let wasOpen = false;
  // A press outside an open dropdown closes it before the click event.
  bell.addEventListener('pointerdown', () => (wasOpen = bell.ariaExpanded === 'true'));
  bell.addEventListener('click', async (event) => {
    // With these keys the link opens in another tab or window.
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
