/** Tells an element's styles how high the part of the screen is that the keyboard leaves, as `--seen-height`. */
export function tellSeenHeight(element: HTMLElement): void {
  const { visualViewport: seen } = window;
  seen?.addEventListener('resize', () => element.style.setProperty('--seen-height', `${seen.height}px`));
}
