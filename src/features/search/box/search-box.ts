import { requiredElement } from '../../../ui/required-element.ts';
import { showForumTag } from './forum-tag.ts';
import { suggestIn } from './suggest.ts';

/** Has the form suggest (spec §2, Search box behaviour); `first-search.js` clears it, and remembers what was searched for. */
export function startBox(box: HTMLFormElement): void {
  const text = requiredElement<HTMLInputElement>('[type=search]', box);
  const minimum = box.dataset['searchBox'];

  const search = (phrase: string) => {
    const searchtype = requiredElement<HTMLInputElement>('[name=searchtype]', box);
    text.value = phrase;
    searchtype.value = 'ac_keyword';
    box.requestSubmit();
    searchtype.value = '';
  };
  // The 'coupons' host's box suggests nothing.
  const suggesting = minimum ? suggestIn(box, text, Number(minimum), search) : undefined;
  // Coming back shows the page as it was made.
  addEventListener('pagehide', () => {
    box.reset();
    suggesting?.close();
  });
  if (!suggesting) return;
  box.addEventListener('submit', suggesting.close);
  void showForumTag(box, () => {
    text.focus();
    suggesting.refresh();
  });
}
