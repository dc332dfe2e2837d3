import { afterEach, expect, test, vi } from 'vitest';
import { postForm } from '../../../src/features/session/calls.ts';

afterEach(() => void vi.unstubAllGlobals());

/** How a form with this text in it is sent. */
async function sentWith(message: string): Promise<RequestInit> {
  let sent: RequestInit = {};
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    sent = init;
    return Response.json({});
  });
  await postForm('/forums/newreply.php', { message });
  return sent;
}

test('a form arrives although its page is left at once', async () => {
  expect(await sentWith('Good price')).toMatchObject({ method: 'POST', keepalive: true });
});

test('one that is too large for that is sent as ever', async () => {
  expect(await sentWith('ü'.repeat(12_000))).toMatchObject({ method: 'POST', keepalive: false });
});
