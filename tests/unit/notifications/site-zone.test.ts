import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deliveryForm } from '../../../src/features/notifications/delivery-form.server.ts';
import { readDelivery } from '../../../src/features/notifications/delivery-settings.server.ts';
import { preselectZone } from '../../../src/features/notifications/preselect-zone.ts';
import { settingsOf } from '../../../src/features/notifications/settings.server.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';

onDatabase('a member who never set anything', (open) => {
  test('is told by the days of the site', async () => {
    const context = accountsContext((await open()).db, { SITE_TIMEZONE: 'Europe/Berlin' });
    const { browser, userId } = await newMember(context);
    expect((await settingsOf(context, userId)).timeZone).toBe('Europe/Berlin');
    const delivery = () => readDelivery(context, { userId, email: 'ada@mail.example' });
    expect(await delivery()).toMatchObject({ settings: { timeZone: 'Europe/Berlin' }, isStored: false });
    await browser.callAsMember(deliveryForm, {
      form: { do: 'update', timezone: 'UTC', digesthour: '8', digestday: '1', quietfrom: '', quietuntil: '', mostaday: '' },
    });
    expect(await delivery()).toMatchObject({ settings: { timeZone: 'UTC' }, isStored: true });
  });
});

describe('the time zone of the browser', () => {
  /** A page with these zones, of which the first is selected. */
  function open(zones: string[]) {
    const list = { value: zones[0], options: zones.map((value) => ({ value })) };
    const note = { hidden: true };
    const section = { querySelector: (selector: string) => (selector === '[name=timezone]' ? list : note) };
    vi.stubGlobal('document', { querySelector: () => section });
    onTestFinished(() => void vi.unstubAllGlobals());
    preselectZone();
    return [list.value, note.hidden];
  }

  test('is selected where the list has it, with a note that it counts once it is saved', () => {
    const { timeZone: own } = Intl.DateTimeFormat().resolvedOptions();
    expect(open(['Antarctica/Troll', own])).toEqual([own, false]);
    expect(open(['Antarctica/Troll', 'Asia/Kathmandu'])).toEqual(['Antarctica/Troll', true]);
    expect(open([own, 'Antarctica/Troll'])).toEqual([own, true]);
  });
});
