import { requiredElement } from '../../../ui/required-element.ts';
import type { Combobox } from './combobox.ts';

/**
 * Has clicks work the list, and a press beside the box close it.
 * @param search searches for a keyword
 */
export function handlePointer(
  box: HTMLFormElement,
  text: HTMLInputElement,
  { list, close, removeRecent, clearRecent }: Combobox,
  search: (phrase: string) => void,
): void {
  // The focus stays in the text.
  list.panel.addEventListener('mousedown', (event) => event.preventDefault());
  list.panel.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const removed = target.closest<HTMLElement>('[data-remove]')?.dataset['remove'];
    if (removed !== undefined) return removeRecent(removed);
    if (target.closest('[data-clear-recent]')) return clearRecent();
    const link = target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const option = list.optionOf(link);
    close();
    if (option?.query_intent !== 'keyword') return;
    event.preventDefault();
    search(option.phrase);
  });
  requiredElement('[data-cancel]', box).addEventListener('click', () => {
    close();
    text.blur();
  });
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Node && box.contains(target))) close();
  });
}
