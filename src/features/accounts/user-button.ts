import { $session, mayBeMember, renewSession, session } from '../session/store.ts';
import { requiredElement } from '../../ui/required-element.ts';

/** Puts the member's name and picture into the header, where the server could not: its pages are the same for everybody. */
export function showViewer(): void {
  const button = document.querySelector<HTMLElement>('[data-user-button]');
  if (!button || !mayBeMember()) return;
  $session.subscribe((state) => {
    if (!state) return;
    const { user } = state;
    document.documentElement.classList.toggle('is-member', user !== null);
    if (!user) return;
    button.title = user.username;
    button.setAttribute('aria-label', user.username);
    const avatar = requiredElement('[data-user-avatar]', button);
    avatar.dataset['initial'] = user.username.slice(0, 1);
    avatar.replaceChildren(pictureOf(user.avatar));
    requiredElement<HTMLAnchorElement>('[data-profile-link]').href = `/forums/member.php?u=${user.userid}`;
    requiredElement('[data-moderation]').hidden = !user.role;
    requiredElement('[data-user-name]').textContent = user.username;
  });
  void session();
}

function pictureOf(avatar: string): HTMLImageElement {
  const picture = new Image(50, 50);
  picture.src = avatar;
  picture.alt = '';
  return picture;
}

/** A page that the browser kept and shows again may be of before somebody signed in or out. */
export function watchKeptPages(): void {
  const wasMember = mayBeMember();
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    if (mayBeMember() !== wasMember) location.reload();
    // It may be somebody else now.
    else if (wasMember) void renewSession();
  });
}

/** Logs out in place; without its script the form leads to a page that does. */
export function watchLogOut(): void {
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.matches('[data-log-out]')) return;
    event.preventDefault();
    const isOver = await import('./client.ts').then(({ sendLogOut }) => sendLogOut()).catch(() => false);
    if (isOver) location.reload();
    else form.submit();
  });
}
