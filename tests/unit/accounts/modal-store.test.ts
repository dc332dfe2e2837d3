import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { $opened, actionSource, closeModal, openModal, showView } from '../../../src/features/accounts/modal/store.ts';
import { requireMember } from '../../../src/features/accounts/require-member.ts';
import { $session } from '../../../src/features/session/store.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});

afterEach(() => {
  closeModal();
  vi.unstubAllGlobals();
});

test('what needs a member opens the modal and waits, until it is closed', () => {
  requireMember({ kind: 'report', postid: 7 });
  expect($opened.get()).toEqual({ view: 'sign-up', actionSource: 'report', reason: 'Sign up to report this.' });
  expect(actionSource()).toBe('report');
  expect([...kept.values()]).toEqual(['{"kind":"report","postid":7}']);
  closeModal();
  expect($opened.get()).toBeNull();
  expect(kept.size).toBe(0);
});

test('a member whose session has ended is asked to log in, and told why', () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('not connected')));
  const user = { userid: 1, username: 'BlueKettle9', avatar: '/a.png', reputation: 0, darkMode: null, unread: 0 };
  $session.set({ user: { ...user, hasUnverifiedEmail: false, hasNotSetPassword: false }, securitytoken: 'of yesterday' });
  onTestFinished(() => $session.set(null));
  requireMember({ kind: 'vote', postid: 7, votetypeid: 1, vote: 1 });
  expect($opened.get()).toEqual({
    view: 'log-in',
    actionSource: 'vote',
    reason: 'Your session has ended. Log in to vote. Your vote is kept until then.',
  });
});

test('another view forgets the reset link, which has served', () => {
  openModal({ view: 'reset', actionSource: 'reset', hash: 'abc' });
  showView('log-in');
  expect($opened.get()).toEqual({ view: 'log-in', actionSource: 'reset', hash: undefined });
});

test('a closed modal stays closed whatever view is asked for', () => {
  showView('log-in');
  expect($opened.get()).toBeNull();
  expect(actionSource()).toBe('header');
});
