import { expect, test } from 'vitest';
import { registerCall } from '../../../src/features/accounts/contracts/register.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const PASSWORD = 'nine blue kettles';

/** The modal “One more step”, for an alert that waits. */
async function open() {
  const page = stubPage();
  const store = await import('../../../src/features/accounts/modal/deal-alert-store.ts');
  const { openModal } = await import('../../../src/features/accounts/modal/store.ts');
  openModal({ view: 'deal-alert', actionSource: 'deal-alert', email: 'ada@example.org', criteriaId: 'q=ssd' });
  return { page, ...store };
}

test('the password alone is asked for, and registers the address with the alert’s criteria', async () => {
  const { page, $dealAlert, writePassword, submitDealAlert } = await open();
  page.answer(registerCall, { successUrl: '/popular', username: 'ada', avatar: '/a.png' });
  writePassword({ password: PASSWORD });
  await submitDealAlert();
  expect(page.sentTo(registerCall)).toMatchObject([
    { email: 'ada@example.org', password: PASSWORD, criteriaid: 'q=ssd', action_source: 'deal-alert' },
  ]);
  expect(page.left).toEqual(['http://localhost/popular']);
  expect($dealAlert.get()).toMatchObject({ busy: true, problem: null });
});

test('a short password is not sent', async () => {
  const { page, $dealAlert, writePassword, submitDealAlert } = await open();
  writePassword({ password: 'short' });
  await submitDealAlert();
  expect($dealAlert.get()).toMatchObject({ busy: false, problem: { at: 'password', message: 'Use 8 or more characters' } });
  expect(page.sent).toEqual([]);
});

test.each([
  // The address cannot be changed here.
  [{ field: 'email', message: 'This address is taken.' }, null],
  [{ field: 'password', message: 'This password is too common. Please choose another one.' }, 'password'],
])('what is refused by %j is said where it can be read', async (answer, at) => {
  const { page, $dealAlert, writePassword, submitDealAlert } = await open();
  page.answer(registerCall, answer);
  writePassword({ password: PASSWORD });
  await submitDealAlert();
  expect($dealAlert.get()).toEqual({ password: PASSWORD, busy: false, problem: { at, message: answer.message } });
});
