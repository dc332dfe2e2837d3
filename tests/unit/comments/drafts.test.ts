import { beforeEach, expect, test, vi } from 'vitest';
import { stubPage } from '../../support/stubbed-page.ts';

const HERE = { threadid: 7, parentid: null };
const REPLY = { threadid: 7, parentid: 11 };
const EDIT = { threadid: 8, postid: 12 };

let local: Map<string, string>;
let cookies: Map<string, string>;
beforeEach(() => {
  ({ local, cookies } = stubPage({ at: '/f/7-a-kettle' }));
  // Scripts find the names of what is stored as properties.
  vi.stubGlobal('localStorage', new Proxy(localStorage, { ownKeys: () => [...local.keys()], getOwnPropertyDescriptor: () => OWN }));
});
const OWN = { enumerable: true, configurable: true };

const sessionOf = (userid: number | null) => ({ user: userid === null ? null : { userid, ...NAMES }, securitytoken: 'x' });
const NAMES = {
  username: 'ada',
  avatar: '',
  reputation: 0,
  hasUnverifiedEmail: false,
  hasNotSetPassword: false,
  darkMode: null,
  unread: 0,
};

/** Who is logged in from now on; nobody with `null`. */
async function logIn(userid: number | null) {
  const { $session } = await import('../../../src/features/session/store.ts');
  $session.set(sessionOf(userid));
}
const drafts = () => import('../../../src/features/comments/drafts.ts');

test('what a member began is there for them and for guests, and is deleted when another member comes', async () => {
  const { keepDraft, readDraft, clearDraftsOfOthers } = await drafts();
  await logIn(1);
  keepDraft(HERE, 'Ada’s thoughts');
  keepDraft(EDIT, 'Ada’s correction');
  await logIn(null);
  keepDraft(REPLY, 'Begun before logging in');
  expect(readDraft(HERE)).toBe('Ada’s thoughts');
  await logIn(1);
  clearDraftsOfOthers(1);
  expect([HERE, EDIT, REPLY].map(readDraft)).toEqual(['Ada’s thoughts', 'Ada’s correction', 'Begun before logging in']);
  await logIn(2);
  clearDraftsOfOthers(2);
  expect([HERE, EDIT, REPLY].map(readDraft)).toEqual(['', '', 'Begun before logging in']);
});

test('what a member types before the page knows who they are is theirs once it does', async () => {
  cookies.set('signed-in', '1');
  vi.stubGlobal('fetch', async () => Response.json(sessionOf(1)));
  const { keepDraft, readDraft, clearDraftsOfOthers } = await drafts();
  const { session } = await import('../../../src/features/session/store.ts');
  keepDraft(HERE, 'Ada’s thou');
  keepDraft(HERE, 'Ada’s thoughts');
  await session();
  clearDraftsOfOthers(1);
  expect(readDraft(HERE)).toBe('Ada’s thoughts');
  clearDraftsOfOthers(2);
  expect(readDraft(HERE)).toBe('');
});

test('a draft of an earlier version, the text alone, is read as it is and stays', async () => {
  const { readDraft, clearDraftsOfOthers } = await drafts();
  local.set('draft:7:0', 'Half a sent');
  local.set('draft:7:11', '{"userid":1}');
  clearDraftsOfOthers(2);
  expect([HERE, REPLY].map(readDraft)).toEqual(['Half a sent', '{"userid":1}']);
});

test('all drafts go when a member logs out, and one goes when its text is emptied', async () => {
  const { keepDraft, clearDrafts } = await drafts();
  local.set('recent-searches', '[]');
  await logIn(1);
  keepDraft(HERE, 'Ada’s thoughts');
  keepDraft(EDIT, 'Ada’s correction');
  keepDraft(HERE, ' \n');
  expect([...local.keys()]).toEqual(['recent-searches', 'draft:8:edit-12']);
  clearDrafts();
  expect([...local.keys()]).toEqual(['recent-searches']);
});
