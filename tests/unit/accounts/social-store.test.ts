import { expect, test, vi } from 'vitest';
import { facebookCall } from '../../../src/features/accounts/contracts/facebook.ts';
import { googleCall } from '../../../src/features/accounts/contracts/google.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const FAILED = 'An error has occurred. Please try again.';
const NETWORK = 'A network error occurred. Please try again.';
const GIVEN = { credential: 'a token', clientId: 'ours' };
const CONNECTED = { status: 'connected', authResponse: { accessToken: 'of ada' } };

/** @param status what Facebook's SDK says of whoever logs in there; none where it does not come */
async function open(status?: object) {
  const page = stubPage({
    signIn: { facebook: { appId: '7', script: 'https://facebook.example/sdk.js' } },
    hasScripts: status !== undefined,
  });
  const asked: object[] = [];
  if (status)
    vi.stubGlobal('FB', {
      init: (options: object) => void asked.push(options),
      login: (tell: (status: object) => void, options: object) => {
        asked.push(options);
        tell(status);
      },
    });
  const store = await import('../../../src/features/accounts/modal/social/store.ts');
  return { page, asked, ...store };
}

test('what Google’s button gives signs in, and leads on', async () => {
  const { page, $social, signInWithGoogle } = await open();
  page.answer(googleCall, { redirect: '/popular' });
  const signing = signInWithGoogle(GIVEN);
  expect($social.get()).toEqual({ problem: null, busy: true });
  await signing;
  expect(page.sentTo(googleCall)).toEqual([{ ...GIVEN, regUrl: '/about', actionSource: 'header' }]);
  expect(page.left).toEqual(['http://localhost/popular']);
});

test.each([{}, { credential: 'a token' }, { clientId: 'ours' }])('what lacks something is not sent: %j', async (given) => {
  const { page, $social, signInWithGoogle } = await open();
  await signInWithGoogle(given);
  expect($social.get()).toEqual({ problem: { message: FAILED }, busy: false });
  expect(page.sent).toEqual([]);
});

test('a refusal of Google’s is said, each time anew', async () => {
  const { page, $social, signInWithGoogle } = await open();
  await signInWithGoogle(GIVEN);
  const { problem } = $social.get();
  expect(problem).toEqual({ message: FAILED });
  await signInWithGoogle(GIVEN);
  expect($social.get().problem).not.toBe(problem);
  page.answer(googleCall, { status: 'error', message: 'Google does not know this site.' });
  await signInWithGoogle(GIVEN);
  expect($social.get()).toEqual({ problem: { message: 'Google does not know this site.' }, busy: false });
});

test('who is connected at Facebook signs in', async () => {
  const { page, asked, signInWithFacebook } = await open(CONNECTED);
  page.answer(facebookCall, { status: 'success', redirect: '/popular', redirectPost: null });
  await signInWithFacebook();
  expect(asked).toEqual([{ appId: '7', version: 'v10.0', cookie: false, xfbml: false }, { scope: 'public_profile,email' }]);
  expect(page.sentTo(facebookCall)).toMatchObject([{ facebookAccessToken: 'of ada', regUrl: '/about' }]);
  expect(page.left).toEqual(['http://localhost/popular']);
});

test.each(['not_authorized', 'authorization_expired', 'unknown'])('who comes back as %s changed their mind', async (status) => {
  const { page, $social, signInWithFacebook } = await open({ status });
  await signInWithFacebook();
  expect($social.get()).toEqual({ problem: null, busy: false });
  expect(page.sent).toEqual([]);
});

test('without Facebook’s SDK the network is to blame', async () => {
  const { page, $social, signInWithFacebook } = await open();
  await signInWithFacebook();
  expect(page.scripts).toEqual(['https://facebook.example/sdk.js']);
  expect($social.get()).toEqual({ problem: { message: NETWORK }, busy: false });
});

test.each([
  [{ status: 'retry', message: 'Facebook did not answer.' }, NETWORK],
  [{ status: 'permissionRequired', message: 'Facebook has to tell us your address.' }, 'Facebook has to tell us your address.'],
  [{ status: 'ssoLink', message: 'Log in with your password first.' }, 'Log in with your password first.'],
  [{ status: 'permissionRequired', message: '' }, FAILED],
])('%j is said', async (answer, message) => {
  const { page, $social, signInWithFacebook } = await open(CONNECTED);
  page.answer(facebookCall, answer);
  await signInWithFacebook();
  expect($social.get()).toEqual({ problem: { message }, busy: false });
  expect(page.left).toEqual([]);
});
