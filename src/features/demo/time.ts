/** The present of the catalogue's dates. Loading the demo shifts all dates by the difference to today. */
const anchor = Date.parse('2026-01-01T00:00:00Z');

const day = 24 * 60 * 60 * 1000;

/** A moment before the anchor, to the minute. */
export function daysBefore(days: number): string {
  return moment(anchor - days * day);
}

/** A moment after another, to the minute. */
export function hoursAfter(start: string, hours: number): string {
  return moment(Date.parse(start) + (hours * day) / 24);
}

/** How many days before the anchor a moment lies; negative for the future. */
export function ageInDays(time: string): number {
  return (anchor - Date.parse(time)) / day;
}

function moment(milliseconds: number): string {
  return `${new Date(Math.round(milliseconds / 60000) * 60000).toISOString().slice(0, 19)}Z`;
}
