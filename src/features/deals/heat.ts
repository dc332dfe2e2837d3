/** What a deal gained lately, in words: of the last hour, where that has none of the last 24 hours, else nothing. */
export function gainedText({ hour, day }: { hour: number; day: number }): string | null {
  if (hour > 0) return `+${hour} in the last hour`;
  return day > 0 ? `+${day} in the last 24 hours` : null;
}
