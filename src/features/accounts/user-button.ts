import { createElement } from '../../ui/create-element.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { $session, renewSession, session } from '../session/store.ts';

/** Puts the member's name and picture into the header, where the server could not: its pages are the same for everybody. */
export function showViewer(button: HTMLElement): void {
  $session.subscribe((state) => {
    if (!state) return;
    const { user } = state;
    document.documentElement.classList.toggle('is-member', user !== null);
    if (!user) return;
    button.title = user.username;
    const badge = button.querySelector('.badge')?.textContent;
    button.setAttribute('aria-label', badge ? `${user.username}, ${badge}` : user.username);
    const avatar = requiredElement('[data-user-avatar]', button);
    avatar.dataset['initial'] = user.username.slice(0, 1);
    avatar.replaceChildren(pictureOf(user.avatar));
    requiredElement<HTMLAnchorElement>('[data-profile-link]').href = `/forums/member.php?u=${user.userid}`;
    showUnread(user.unread);
    showModeration(user.role !== undefined);
    requiredElement('[data-user-name]').textContent = user.username;
  });
  void session();
  // On a page that the browser kept and shows again it may be somebody else now, whose own comments are others.
  addEventListener('pageshow', async ({ persisted }) => {
    if (!persisted) return;
    const before = $session.get();
    await renewSession();
    if (before && before.user?.userid !== $session.get()?.user?.userid) location.reload();
  });
  // They may have logged out in another tab.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && $session.get()?.user && !mayBeMember()) void renewSession();
  });
}

/** Shows moderators the way to their pages, and on a deal's page to its form at the desk. */
function showModeration(moderates: boolean): void {
  const link = requiredElement('[data-moderation]');
  link.hidden = !moderates;
  const deal = /^\/f\/(\d+)/.exec(location.pathname)?.[1];
  document.querySelector('[data-edit-deal]')?.remove();
  if (moderates && deal) link.after(createElement('a', { href: `/desk/deals?id=${deal}`, 'data-edit-deal': '' }, 'Edit this deal'));
}

/** Says on the bell how many notifications are not read. */
function showUnread(unread: number): void {
  const shown = unread < 100 ? `${unread}` : '99+';
  const count = requiredElement('[data-unread]');
  count.hidden = unread === 0;
  count.textContent = shown;
  requiredElement('[data-bell]').setAttribute('aria-label', unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`);
}

function pictureOf(avatar: string): HTMLImageElement {
  const picture = new Image(50, 50);
  picture.src = avatar;
  picture.alt = '';
  return picture;
}
