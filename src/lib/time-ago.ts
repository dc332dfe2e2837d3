/** How long ago something happened, as `3 h ago`; undefined from a week on, when the date is shown instead. */
export function timeAgo(then: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - then.getTime()) / 60_000);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (minutes < 1) return 'just now';
  if (hours < 1) return `${minutes} min ago`;
  if (days < 1) return `${hours} h ago`;
  return days < 7 ? `${days} d ago` : undefined;
}
