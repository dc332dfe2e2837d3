import { describe, expect, test } from 'vitest';
import { limitsOf, notifiedBy } from '../../../src/features/alerts/alert-facts.ts';
import { frequencyText } from '../../../src/features/alerts/preview-words.ts';

describe('an alert in words', () => {
  test.each([
    [{ perWeek: 0, total: 0 }, 'No matching deals in the last 30 days'],
    [{ perWeek: 0.2, total: 1 }, 'Less than one deal a week; 1 in the last 30 days'],
    [{ perWeek: 1.2, total: 5 }, '1 deal a week; 5 in the last 30 days'],
    [{ perWeek: 466.7, total: 2000 }, '467 deals a week; 2,000 in the last 30 days'],
    [{ perWeek: 0, total: 0, isPartial: true }, 'No matching deals among the newest in the last 30 days'],
    [{ perWeek: 466.7, total: 2000, isPartial: true }, 'At least 2,000 deals in the last 30 days: only the newest were gone through'],
  ])('says how often it would come: %o', (found, words) => {
    expect(frequencyText(found, 'en-US')).toBe(words);
  });

  test('says its limits and how its member is told', () => {
    expect(limitsOf({ newlow: true, votelevel: 1, targetforums: [3, 4] })).toEqual(['only at a new low', '1 vote or more', 'in 2 forums']);
    expect(limitsOf({ newlow: false, votelevel: 0, targetforums: [] })).toEqual([]);
    expect(notifiedBy({ frequency: 'weekly', notification: ['email', 'push', 'feed'] })).toBe('Weekly by email, push, and feed');
  });
});
