/**
 * Sets `--visible-height` of an element's styles: how much of the screen an on-screen keyboard leaves.
 * @returns what ends it
 */
export function trackVisibleHeight(element: HTMLElement): () => void {
  const { visualViewport: viewport } = window;
  const update = () => element.style.setProperty('--visible-height', `${viewport?.height}px`);
  viewport?.addEventListener('resize', update);
  return () => viewport?.removeEventListener('resize', update);
}
