/** Sets `--visible-height` of an element's styles: how much of the screen an on-screen keyboard leaves. */
export function trackVisibleHeight(element: HTMLElement): void {
  const { visualViewport: viewport } = window;
  viewport?.addEventListener('resize', () => element.style.setProperty('--visible-height', `${viewport.height}px`));
}
