import { reloadWhenGone } from './reload-when-gone.ts';

/** The events of a first interaction; assistive technology sends a click without the others. */
const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'click'] as const;

/**
 * Loads a script on the first interaction with the page. Clicks before the script is loaded are held, shown as busy, and repeated in their
 * order afterwards, so that none is lost; if the script cannot be loaded, they have the same effect as without script. Escape is repeated, too,
 * unless something has handled it: menus that need no script to open are closed by it.
 * @param load imports the script
 * @param controls CSS selector of the controls that need it
 */
export function onFirstInteraction(load: () => Promise<unknown>, controls: string): void {
  let loading: Promise<unknown> | undefined;
  // Each element once: people click again when nothing happens, and mean a single click.
  const held = new Set<HTMLElement>();
  let lastKey: KeyboardEvent | undefined;

  const onEvent = (event: MouseEvent | KeyboardEvent | FocusEvent) => {
    const pointer = 'movementX' in event ? event : undefined;
    if ('key' in event) lastKey = event;
    // Browsers also send this event when the page changes below a resting pointer.
    if (pointer?.type === 'pointermove' && !pointer.movementX && !pointer.movementY) return;
    loading ??= load()
      .catch((error: unknown) => {
        console.warn(error);
        void reloadWhenGone(error);
      })
      .then(() => {
        for (const type of INTERACTIONS) removeEventListener(type, onEvent, true);
        for (const control of held) {
          control.ariaBusy = null;
          control.click();
        }
        if (lastKey?.key === 'Escape' && !lastKey.defaultPrevented) lastKey.target?.dispatchEvent(new KeyboardEvent('keydown', lastKey));
      });
    if (pointer?.type !== 'click' || pointer.ctrlKey || pointer.metaKey || pointer.shiftKey) return;
    const control = event.target instanceof Element && event.target.closest<HTMLElement>(controls);
    if (!control) return;
    held.add(control);
    control.ariaBusy = 'true';
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of INTERACTIONS) addEventListener(type, onEvent, true);
}
