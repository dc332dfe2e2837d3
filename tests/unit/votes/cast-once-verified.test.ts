import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => void vi.unstubAllGlobals());

const member = (userid: number, hasUnverifiedEmail: boolean) => ({
  user: {
    ...{ userid, username: 'ada', avatar: '/a.png', reputation: 0, hasUnverifiedEmail, hasNotSetPassword: false },
    ...{ darkMode: null, unread: 0 },
  },
  securitytoken: 'token',
});

/** The page of a member whose address is not verified, to which somebody comes back. */
async function unverifiedPage() {
  vi.resetModules();
  const page = Object.assign(new EventTarget(), { cookie: 'signed-in=1', visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  let answer = (): Response => Response.json(member(1, true));
  vi.stubGlobal('fetch', async () => answer());
  const { session } = await import('../../../src/features/session/store.ts');
  await session();
  const { castOnceVerified } = await import('../../../src/features/votes/cast-once-verified.ts');
  const comeBack = async (as: () => Response) => {
    let isAsked = false;
    answer = () => {
      isAsked = true;
      return as();
    };
    page.dispatchEvent(new Event('visibilitychange'));
    await new Promise(setImmediate);
    return isAsked;
  };
  return { castOnceVerified, comeBack };
}

test('votes are cast once when their member comes back with a verified address, the last one on each post', async () => {
  const { castOnceVerified, comeBack } = await unverifiedPage();
  const cast: string[] = [];
  castOnceVerified(7, () => cast.push('7 up'));
  castOnceVerified(7, () => cast.push('7 down'));
  castOnceVerified(8, () => cast.push('8 up'));
  await comeBack(() => Response.json(member(1, true)));
  await comeBack(() => Response.error());
  expect(cast, 'not verified, and not known').toEqual([]);
  await comeBack(() => Response.json(member(1, false)));
  expect(cast).toEqual(['7 down', '8 up']);
  expect(await comeBack(() => Response.json(member(1, false))), 'nothing waits any more').toBe(false);
  expect(cast).toHaveLength(2);
});

test.each([
  ['another member', member(2, false)],
  ['a guest', { user: null, securitytoken: 'guest' }],
])('votes are dropped when %s comes back', async (_who, answer) => {
  const { castOnceVerified, comeBack } = await unverifiedPage();
  const cast: string[] = [];
  castOnceVerified(7, () => cast.push('7 up'));
  await comeBack(() => Response.json(answer));
  await comeBack(() => Response.json(member(1, false)));
  expect(cast).toEqual([]);
});
