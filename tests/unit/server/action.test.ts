import { describe, expect, test } from 'vitest';
import { deliveryForm } from '../../../src/features/notifications/delivery-form.server.ts';
import { pushForm } from '../../../src/features/notifications/push/push-form.server.ts';
import { alertsForm } from '../../../src/features/alerts/alerts.server.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertsSite } from '../../support/alerts.ts';
import { onDatabase } from '../../support/databases.ts';
import { actionNamed } from '../../../src/server/http/action.ts';

const NOT_THERE = ['constructor', 'toString', '__proto__', 'hasOwnProperty', '', 'ADD'];

describe('the action that do names', () => {
  test('is one of the table', () => {
    expect(actionNamed({ add: 1, drop: 2 }, 'drop')).toBe(2);
    for (const name of [...NOT_THERE, null]) expect(() => actionNamed({ add: 1, drop: 2 }, name)).toThrow('do must be one of add, drop.');
  });
});

onDatabase('an address with several actions', (open) => {
  test('refuses what names none of them', async () => {
    const { browser } = await verifiedMember(await alertsSite(open));
    for (const form of [deliveryForm, pushForm, alertsForm])
      for (const name of NOT_THERE) {
        const { status, answer } = await browser.callAsMember(form, { form: { do: name } });
        expect([status, answer]).toEqual([400, { status: 'error', message: expect.stringMatching(/^do must be one of /) as string }]);
      }
  });
});
