import { between, shuffled, type Random } from './random.ts';
import { ageInDays, daysBefore, hoursAfter } from './time.ts';

export type Times = { postedAt: string; updatedAt?: string; expiresAt?: string; expired?: true };

/** Ages in days for so many deals, shuffled: most are recent, the oldest four months old. */
export function spreadAges(count: number, random: Random): number[] {
  const ages = Array.from({ length: count }, (_, index) => {
    if (index < 60) return 0.01 + random() * 0.98;
    if (index < 330) return 1 + random() * 6;
    if (index < 1000) return 7 + random() * 23;
    return 30 + random() * 90;
  });
  return shuffled(random, ages);
}

/** The times of a deal of some days' age. Older deals are more often expired; some others end within a month. */
export function timesOf(age: number, random: Random): Times {
  const postedAt = daysBefore(age);
  const chance = age > 60 ? 0.2 : age > 21 ? 0.12 : age > 4 ? 0.05 : 0.01;
  if (random() < chance) {
    const expiresAt = hoursAfter(postedAt, Math.max(0.5, (0.15 + random() * 0.7) * ageInDays(postedAt) * 24));
    return { postedAt, updatedAt: expiresAt, expiresAt, expired: true };
  }
  const updated = age > 2 && random() < 0.12 ? { updatedAt: hoursAfter(postedAt, random() * age * 20) } : {};
  return random() < 0.16 ? { postedAt, ...updated, expiresAt: daysBefore(-between(random, 1, 29) - random()) } : { postedAt, ...updated };
}
