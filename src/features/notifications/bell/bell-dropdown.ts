import { serverNow } from '../../../lib/server-clock.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { createElement } from '../../../ui/create-element.ts';
import { loadStylesheet } from '../../../ui/load-stylesheet.ts';
import { isFault, postForm } from '../../session/calls.ts';
import { changeViewer } from '../../session/store.ts';
import styles from './bell-dropdown.scss?url';
import { latestNotificationsCall, type LatestNotificationsAnswer } from '../contracts/latest-notifications.ts';

type Latest = Extract<LatestNotificationsAnswer, { unread: number }>;

const styled = loadStylesheet(styles);
let dropdown: HTMLElement | undefined;

/**
 * Shows the last notifications below the bell, which marks them as read, or hides them.
 * @param isOpen whether they are shown already
 * @returns false where they cannot be loaded: the caller then opens the page
 */
export async function showLatest(bell: HTMLAnchorElement, isOpen: boolean): Promise<boolean> {
  dropdown ??= addDropdown(bell);
  if (isOpen) {
    dropdown.hidePopover();
    return true;
  }
  const [latest] = await Promise.all([postForm(latestNotificationsCall, {}), styled]);
  if (isFault(latest) || 'error' in latest) return false;
  fill(dropdown, latest, bell.href);
  dropdown.showPopover();
  changeViewer({ unread: latest.unread });
  return true;
}

/** Adds the dropdown after the bell, so that the next press of Tab leads into it; Escape and a press outside close it. */
function addDropdown(bell: HTMLAnchorElement): HTMLElement {
  const added = createElement('div', { class: 'dropdown bell-dropdown', id: 'latest-notifications', popover: 'auto', role: 'region' });
  added.ariaLabel = 'Latest notifications';
  added.addEventListener('toggle', ({ newState }) => (bell.ariaExpanded = String(newState === 'open')));
  bell.setAttribute('aria-controls', added.id);
  bell.after(added);
  return added;
}

function fill(into: HTMLElement, { notifications }: Latest, all: string): void {
  const entries = notifications.map(({ title, path, at, date, isUnread }) => {
    const words = createElement(
      'span',
      { class: 'bell-dropdown__title' },
      ...(isUnread ? [createElement('span', { class: 'visually-hidden' }, 'Unread: ')] : []),
      title,
    );
    const time = createElement('time', { datetime: at }, timeAgo(new Date(at), serverNow()) ?? date);
    return createElement('li', {}, createElement('a', { href: path, ...(isUnread && { class: 'bell-dropdown__unread' }) }, words, time));
  });
  into.replaceChildren(
    entries.length > 0 ? createElement('ul', {}, ...entries) : createElement('p', {}, 'No notifications yet.'),
    createElement('a', { href: all, class: 'bell-dropdown__all' }, 'See all'),
  );
}
