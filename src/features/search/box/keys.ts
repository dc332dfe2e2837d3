/** What a key does in the box. */
export type KeyAction = 'next' | 'previous' | 'first' | 'last' | 'follow' | 'remove' | 'close' | 'clear' | 'leave';

/** What the box is like when the key is pressed. */
export interface ComboboxState {
  open: boolean;
  /** Whether an option is active, and whether that is one which can be removed. */
  active: boolean;
  removable: boolean;
  /** Whether something is typed. */
  filled: boolean;
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing'>;

/** What a key does (ARIA practices, editable combobox with a list); undefined leaves it to the browser. */
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
