import { reloadWhenGone } from './reload-when-gone.ts';

/** What people do first with a page; a click of assistive technology comes without the others. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'] as const;

/**
 * Loads a script on the first interaction with the page. A click that comes before the script is held, and done again when it is there, so that
 * nothing is lost; where the script does not come, the browser does what it does without.
 * @param load imports the script
 * @param controls CSS selector of the controls that need it
 */
export function onFirstInteraction(load: () => Promise<unknown>, controls: string): void {
  let loading: Promise<unknown> | undefined;
  let held: HTMLElement | undefined | null;

  const onEvent = (event: MouseEvent | KeyboardEvent | FocusEvent) => {
    // Browsers send one when the page changes below a pointer at rest.
    if (event.type === 'pointermove' && event instanceof MouseEvent && !event.movementX && !event.movementY) return;
    loading ??= load()
      .catch((error: unknown) => {
        console.warn(error);
        void reloadWhenGone(error);
      })
      .then(() => {
        for (const type of INTERACTIONS) removeEventListener(type, onEvent, true);
        held?.click();
      });
    if (event.type !== 'click' || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(controls);
    if (!control) return;
    held = control;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of INTERACTIONS) addEventListener(type, onEvent, true);
}
