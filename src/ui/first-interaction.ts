import { reloadWhenGone } from './reload-when-gone.ts';

/** What people do first with a page; a click of assistive technology comes without the others. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'] as const;

/**
 * Loads a script on the first interaction with the page. Clicks that come before the script are held, and done again in their order when it is there, so
 * that nothing is lost; where the script does not come, the browser does what it does without.
 * @param load imports the script
 * @param controls CSS selector of the controls that need it
 */
export function onFirstInteraction(load: () => Promise<unknown>, controls: string): void {
  let loading: Promise<unknown> | undefined;
  // Each once: of whoever clicks again because nothing happened, once is meant.
  const held = new Set<HTMLElement>();

  const onEvent = (event: MouseEvent | KeyboardEvent | FocusEvent) => {
    const pointer = event instanceof MouseEvent ? event : undefined;
    // Browsers send one when the page changes below a pointer at rest.
    if (pointer?.type === 'pointermove' && !pointer.movementX && !pointer.movementY) return;
    loading ??= load()
      .catch((error: unknown) => {
        console.warn(error);
        void reloadWhenGone(error);
      })
      .then(() => {
        for (const type of INTERACTIONS) removeEventListener(type, onEvent, true);
        for (const control of held) control.click();
      });
    if (pointer?.type !== 'click' || pointer.ctrlKey || pointer.metaKey || pointer.shiftKey) return;
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(controls);
    if (!control) return;
    held.add(control);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of INTERACTIONS) addEventListener(type, onEvent, true);
}
