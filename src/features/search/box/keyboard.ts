import type { Combobox } from './combobox.ts';
import { keyAction, type KeyAction } from './keys.ts';

/** Has the keys of the text field work the list. */
export function handleKeys(text: HTMLInputElement, { list, refresh, close, removeRecent }: Combobox): void {
  const actions: Record<KeyAction, () => void> = {
    next: () => (list.open ? list.move(1) : refresh()),
    previous: () => (list.open ? list.move(-1) : refresh()),
    first: () => list.activate(0),
    last: () => list.activate(-1),
    follow: () => list.active?.link.click(),
    remove: () => list.active && removeRecent(list.active.option.phrase),
    close,
    clear: () => (text.value = ''),
    leave: close,
  };
  text.addEventListener('keydown', (event) => {
    const { open, active } = list;
    const removable = active?.option.recent === true;
    const action = keyAction(event, { open, active: active !== undefined, removable, filled: text.value !== '' });
    if (!action) return;
    if (action !== 'leave') event.preventDefault();
    actions[action]();
  });
}
