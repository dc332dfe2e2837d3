import { ageInDays } from './time.ts';
import type { Random } from './random.ts';

export type Votes = { votesUp: number; votesDown: number };

/**
 * Draws votes from a heavy-tailed distribution: most deals get few, bigger savings and popular categories more, some a negative score. Deals
 * of the last day have fewer.
 */
export function dealVotes(random: Random, { percent, appeal, postedAt }: { percent: number; appeal: number; postedAt: string }): Votes {
  const saving = Math.max(0, percent - 12);
  const talkOfTheDay = random() < (0.006 + saving * 0.0016) * appeal;
  const heat = talkOfTheDay ? normal(random) * 0.7 + 6.1 : normal(random) * 1.15 + 2.25 + saving * 0.022 + appeal * 0.3;
  const matured = Math.min(1, 0.25 + ageInDays(postedAt) * 0.75);
  const up = Math.min(2412, Math.round(Math.exp(heat) * matured));
  const disliked = random() < 0.025;
  const down = disliked ? up + 1 + Math.floor(random() * 9) : Math.round(up * random() ** 3 * 0.14 + (random() < 0.2 ? 1 : 0));
  return { votesUp: up, votesDown: down };
}

/** Draws votes for a comment: mostly none, more on deals with many votes. */
export function commentVotes(random: Random, dealUp: number): Votes {
  const up = Math.floor(random() ** 5 * (3 + Math.sqrt(dealUp) * 1.4));
  return { votesUp: up, votesDown: random() < 0.07 ? 1 + Math.floor(random() * 2) : 0 };
}

/** Draws from the standard normal distribution (Box–Muller). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
