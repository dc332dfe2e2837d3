import { describe, expect, test } from 'vitest';
import { deliveryText, type LoggedDelivery } from '../../../src/features/notifications/delivery-words.ts';

const at = (time: string) => new Date(`2026-11-23T${time}:00Z`);
const delivery = (to: Partial<LoggedDelivery>): LoggedDelivery => ({
  ...{ channel: 'email', state: 'sent', reason: null, dueAt: at('14:01'), settledAt: at('14:02') },
  ...to,
});
const words = (...deliveries: LoggedDelivery[]) =>
  deliveryText({ matchedAt: at('14:01'), deliveries }, { timeZone: 'UTC', locale: 'en-US' });

describe('the delivery log says', () => {
  test.each<[Partial<LoggedDelivery>, string]>([
    [{}, 'sent 14:02 by email'],
    [{ reason: 'not confirmed' }, 'sent 14:02 by email, not confirmed'],
    [{ channel: 'feed' }, 'in the feed since 14:02'],
    [{ state: 'skipped', reason: 'expired' }, 'skipped: expired (email)'],
    [{ state: 'bounced' }, 'bounced (email)'],
    [{ state: 'failed', reason: 'the address was refused', channel: 'push' }, 'failed: the address was refused (push)'],
    [
      { state: 'held', reason: 'quiet hours', dueAt: new Date('2026-11-24T07:00:00Z'), settledAt: null },
      'held: quiet hours until Nov 24, 7:00 (email)',
    ],
    [{ state: 'waiting', dueAt: at('15:00'), settledAt: null }, 'to be sent by email from 15:00 on'],
    [{ state: 'sending', settledAt: null }, 'being sent by email'],
  ])('%o', (to, said) => {
    expect(words(delivery(to))).toBe(`matched 14:01, ${said}`);
  });

  test('each channel, in the time zone of the member', () => {
    const deliveries = [delivery({}), delivery({ channel: 'feed' })];
    expect(deliveryText({ matchedAt: at('14:01'), deliveries }, { timeZone: 'Asia/Kathmandu', locale: 'en-US' })).toBe(
      'matched 19:46, sent 19:47 by email, in the feed since 19:47',
    );
  });
});
