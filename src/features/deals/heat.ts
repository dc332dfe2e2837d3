/** The gain of the last hour is shown if it is at least this share of the day's, because "+40 in the last 24 hours" says more than "+1 in the last hour". */
const SHARE_OF_DAY = 1 / 4;

/** A text about the votes that a deal gained in the last hour or the last 24 hours; null without a gain. */
export function gainedText({ hour, day }: { hour: number; day: number }): string | null {
  if (hour > 0 && hour >= day * SHARE_OF_DAY) return `+${hour} in the last hour`;
  return day > 0 ? `+${day} in the last 24 hours` : null;
}
