/** The effect of a key in the search box. */
export type KeyAction = 'next' | 'previous' | 'first' | 'last' | 'follow' | 'remove' | 'close' | 'clear' | 'leave';

/** State of the box when the key is pressed. */
export interface ComboboxState {
  open: boolean;
  /** Whether an option is active, and whether it can be removed. */
  active: boolean;
  removable: boolean;
  /** Whether the text is not empty. */
  filled: boolean;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing'>;

/** The action of a key (ARIA practices, editable combobox with a list); undefined for the browser's own. */
export function keyAction({ key, ctrlKey, altKey, metaKey, shiftKey, isComposing }: KeyPress, state: ComboboxState): KeyAction | undefined {
  if (isComposing || ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Tab') return 'leave';
  if (shiftKey) return undefined;
  if (key === 'ArrowDown') return 'next';
  if (key === 'ArrowUp') return 'previous';
  if (key === 'Escape') return state.open ? 'close' : state.filled ? 'clear' : undefined;
  if (key === 'Delete' && state.removable) return 'remove';
  return state.active ? ({ Home: 'first', End: 'last', Enter: 'follow' } as const)[key] : undefined;
}
