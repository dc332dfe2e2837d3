/** The last hour is shown where it brought so much of the day's gain: "+1 in the last hour" says less than "+40 in the last 24 hours". */
const SHARE_OF_DAY = 1 / 4;

/** What a deal gained lately, in words: of the last hour where it brought much of it, else of the last 24 hours; nothing where it gained nothing. */
export function gainedText({ hour, day }: { hour: number; day: number }): string | null {
  if (hour > 0 && hour >= day * SHARE_OF_DAY) return `+${hour} in the last hour`;
  return day > 0 ? `+${day} in the last 24 hours` : null;
}
