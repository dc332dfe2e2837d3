import { expect, test } from 'vitest';
import { deskDealsActions } from '../../../src/features/desk/deal-actions.server.ts';
import { visitDesk } from '../../../src/features/desk/desk-visit.server.ts';
import type { Endpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const deals: Endpoint = async (api) => {
  const response: { headers: Headers; status?: number } = { headers: new Headers() };
  const visit = await visitDesk(Object.assign(api, { response }), deskDealsActions);
  return visit instanceof Response ? visit : new Response(null, { status: response.status ?? 200 });
};

onDatabase('the desk of moderators', (open) => {
  test('is not there for others; a plain form of whoever is logged out leads to the log-in page and back to the deal', async () => {
    const context = accountsContext((await open()).db);
    const guest = new Caller(context);
    const sent = { address: '/desk/deals', form: { do: 'save', id: '7' } };
    const { status, headers } = await guest.call(deals, { ...sent, plain: true });
    expect([status, headers.get('location')]).toEqual([303, `/account/log-in?url=${encodeURIComponent('/desk/deals?id=7')}`]);
    expect((await guest.call(deals, sent)).status).toBe(404);
    expect((await guest.call(deals, { method: 'GET', address: '/desk/deals?id=7' })).status).toBe(404);
    const { browser } = await verifiedMember(context);
    expect((await browser.call(deals, { ...sent, plain: true })).status).toBe(404);
  });
});
