import { requiredElement } from '../../../ui/required-element.ts';
import { addressOf } from '../../../lib/call.ts';
import { forumCall } from '../../deals/contracts/forum.ts';
import { CROSS, element, icon } from './element.ts';
import { FORUM_FIELD, forumNamed, type Forum } from './forum.ts';

/**
 * Shows within which forum the search is: what the page says, else what its address names.
 * @param dismissed called when the visitor wants to search everywhere
 */
export async function showForumTag(box: HTMLFormElement, dismissed: () => void): Promise<void> {
  const forum = forumShown(box) ?? (await askForum(forumNamed(new URLSearchParams(location.search))));
  if (!forum) return;
  const dismiss = element(
    'button',
    { type: 'button', class: 'forum-tag__dismiss', 'aria-label': `Remove forum ${forum.label}` },
    icon(CROSS),
  );
  const tag = element(
    'span',
    { class: 'forum-tag', 'data-forum-tag': forum.label },
    element('span', { class: 'forum-tag__label' }, forum.label),
    dismiss,
    element('input', { type: 'hidden', name: FORUM_FIELD, value: forum.value }),
  );
  dismiss.addEventListener('click', () => {
    tag.remove();
    dismissed();
  });
  box.querySelector('[data-forum-tag]')?.remove();
  requiredElement('.search-box__field', box).prepend(tag);
}

function forumShown(box: HTMLFormElement): Forum | undefined {
  const tag = box.querySelector<HTMLElement>('[data-forum-tag]');
  return tag ? { label: tag.dataset['forumTag'] ?? '', value: requiredElement<HTMLInputElement>('input', tag).value } : undefined;
}

/** Asks what a forum is called (spec §7); a failure is logged and nothing else (spec §8). */
async function askForum(id: string | undefined): Promise<Forum | undefined> {
  if (!id) return undefined;
  try {
    const response = await fetch(addressOf(forumCall, { id }), { headers: { accept: 'application/json' } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { label, value } = forumCall.answer.parse(await response.json());
    return { label, value: String(value) };
  } catch (error) {
    console.error('Failed to fetch forum data', error);
    return undefined;
  }
}
