import { DAY_MS } from './durations.ts';

/** A member's answer about a code; only answers that count. */
interface CouponAnswer {
  worked: boolean;
  at: Date;
}

/** How a code worked for members lately, as pages show it. */
export interface CouponEvidence {
  worked: number;
  total: number;
  within: 'week' | 'month';
  /** Percentage of positive answers, whose weights halve every week. */
  percent: number;
  /** When it last worked; null when it did not. */
  lastWorkedAt: string | null;
}

/** Older answers do not count (`age` in the database). */
export const WITHIN_MS = { week: 7 * DAY_MS, month: 30 * DAY_MS };
const HALF_LIFE_MS = WITHIN_MS.week;
/** With fewer in a week, those of a month are shown. */
const ENOUGH = 3;

/** A normalized code: codes that differ only in case and surrounding spaces are the same. */
export const normalCode = (code: string): string => code.trim().toUpperCase();

/** Works out how a code worked (decision 066); null when nobody said so within a month. */
export function couponEvidence(answers: CouponAnswer[], now: Date): CouponEvidence | null {
  const age = ({ at }: CouponAnswer) => Math.max(0, now.getTime() - at.getTime());
  const month = answers.filter((answer) => age(answer) <= WITHIN_MS.month);
  if (month.length === 0) return null;
  const week = month.filter((answer) => age(answer) <= WITHIN_MS.week);
  const within = week.length >= ENOUGH ? 'week' : 'month';
  const counted = within === 'week' ? week : month;
  const weigh = (some: CouponAnswer[]) => some.reduce((sum, answer) => sum + 0.5 ** (age(answer) / HALF_LIFE_MS), 0);
  const worked = counted.filter((answer) => answer.worked);
  const last = worked.reduce<Date | undefined>((latest, { at }) => (!latest || at > latest ? at : latest), undefined);
  return {
    worked: worked.length,
    total: counted.length,
    within,
    percent: Math.round((100 * weigh(month.filter((answer) => answer.worked))) / weigh(month)),
    lastWorkedAt: last?.toISOString() ?? null,
  };
}

/** Sorts codes that worked for several members first, then those with little evidence, then those that failed. */
export function byEvidence(one: CouponEvidence | undefined, other: CouponEvidence | undefined): number {
  const rank = (evidence: CouponEvidence | undefined) => (evidence && evidence.total >= ENOUGH ? evidence.percent - 50 : 0);
  return rank(other) - rank(one);
}

/** The same in words, without when it last worked. */
export function evidenceText({ worked, total, within }: CouponEvidence): string {
  if (total === 1)
    return worked === 1 ? `1 member said this ${within} that it works` : `1 member said this ${within} that it does not work`;
  return `Worked ${worked} of ${total} times this ${within}`;
}
