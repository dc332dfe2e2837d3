/** What a key does in the box. */
export type Act = 'next' | 'previous' | 'first' | 'last' | 'follow' | 'remove' | 'close' | 'clear' | 'leave';

/** What the box is like when the key is pressed. */
export interface Now {
  open: boolean;
  /** Whether an option is active, and whether that is one which can be removed. */
  active: boolean;
  removable: boolean;
  /** Whether something is typed. */
  filled: boolean;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey' | 'isComposing'>;

/** What a key does (ARIA practices, editable combobox with a list); undefined leaves it to the browser. */
export function actOf({ key, ctrlKey, altKey, metaKey, shiftKey, isComposing }: Pressed, now: Now): Act | undefined {
  if (isComposing || ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Tab') return 'leave';
  if (shiftKey) return undefined;
  if (key === 'ArrowDown') return 'next';
  if (key === 'ArrowUp') return 'previous';
  if (key === 'Escape') return now.open ? 'close' : now.filled ? 'clear' : undefined;
  if (key === 'Delete' && now.removable) return 'remove';
  return now.active ? ({ Home: 'first', End: 'last', Enter: 'follow' } as const)[key] : undefined;
}
