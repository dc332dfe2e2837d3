/** The keyboards of these phones compose every word; elsewhere only signs are composed, which are nothing until they are done. */
const COMPOSES_WORDS = /Android/.test(navigator.userAgent);

/**
 * Calls `refresh` when the text changes.
 * @param isOpen whether the list is open, which a click in the text opens otherwise
 */
export function refreshOnInput(text: HTMLInputElement, isOpen: () => boolean, refresh: () => void): void {
  text.addEventListener('input', (event) => {
    if (!event.isComposing || COMPOSES_WORDS) refresh();
  });
  text.addEventListener('compositionend', refresh);
  text.addEventListener('click', () => isOpen() || refresh());
}

/** Calls `open` when the text gets the focus. Coming back to the window is no new focus: what was closed stays closed. */
export function openOnFocus(text: HTMLInputElement, open: () => void): void {
  let hasLeft = true;
  text.addEventListener('blur', () => (hasLeft = document.activeElement !== text));
  text.addEventListener('focus', () => hasLeft && open());
  if (document.activeElement === text) open();
}
