import { showForumTag } from './forum-tag.ts';
import { suggestIn } from './suggest.ts';

/**
 * Makes the form clear and suggest (spec §2, Search box behaviour).
 * @param first the event on which this was loaded, which counts
 */
export function startBox(box: HTMLFormElement, first?: Event): void {
  const text = box.querySelector<HTMLInputElement>('[type=search]')!;
  const searchtype = box.querySelector<HTMLInputElement>('[name=searchtype]');
  const minimum = box.dataset['searchBox'];

  const search = (phrase: string) => {
    text.value = phrase;
    searchtype!.value = 'ac_keyword';
    box.requestSubmit();
    searchtype!.value = '';
  };
  // The 'coupons' host's box suggests nothing.
  const suggesting = minimum ? suggestIn(box, text, Number(minimum), search) : undefined;
  const onward = () => {
    text.focus();
    suggesting?.refresh();
  };
  const clear = () => {
    text.value = '';
    onward();
  };

  box.querySelector('[data-clear]')!.addEventListener('click', clear);
  if (first?.type === 'pointerdown' && (first.target as Element).closest('[data-clear]')) clear();
  // Coming back shows the page as it was made.
  addEventListener('pagehide', () => {
    box.reset();
    suggesting?.close();
  });
  if (!suggesting) return;
  box.addEventListener('submit', suggesting.close);
  void showForumTag(box, onward);
}
