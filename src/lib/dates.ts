/** Dates as the spec writes them: mm/dd/yy (§9), in UTC so that every machine prints the same page. */
export function formatDate(date: Date | string): string {
  const iso = typeof date === 'string' ? date : date.toISOString();
  return `${iso.slice(5, 7)}/${iso.slice(8, 10)}/${iso.slice(2, 4)}`;
}
