import { createCombobox, type Combobox } from './combobox.ts';
import { handleKeys } from './keyboard.ts';
import { handlePointer } from './pointer.ts';
import { openOnFocus, refreshOnInput } from './text-input.ts';
import { trackVisibleHeight } from './visible-height.ts';

/**
 * Has the box suggest while somebody types.
 * @param minimum from how many letters on
 * @param search searches for a keyword
 */
export function suggestIn(
  box: HTMLFormElement,
  text: HTMLInputElement,
  minimum: number,
  search: (phrase: string) => void,
): Pick<Combobox, 'refresh' | 'close'> {
  const combobox = createCombobox(box, text, minimum);
  const { list, refresh } = combobox;
  handleKeys(text, combobox);
  refreshOnInput(text, () => list.open, refresh);
  openOnFocus(text, refresh);
  trackVisibleHeight(list.panel);
  handlePointer(box, text, combobox, search);
  return combobox;
}
