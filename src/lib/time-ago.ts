const MINUTE = 60_000;
const UNITS = [
  { name: 'd', length: 1440 * MINUTE, most: 7 },
  { name: 'h', length: 60 * MINUTE, most: 24 },
  { name: 'min', length: MINUTE, most: 60 },
] as const;

/** How long ago something happened, as `3 h ago`; undefined from a week on, when the date is shown instead. */
export function timeAgo(then: Date, now: Date): string | undefined {
  const passed = Math.max(0, now.getTime() - then.getTime());
  if (passed >= UNITS[0].most * UNITS[0].length) return undefined;
  const unit = UNITS.find(({ length }) => passed >= length);
  return unit ? `${Math.floor(passed / unit.length)} ${unit.name} ago` : 'just now';
}
