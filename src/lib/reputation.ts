/** Reputation as it is shown: with K for thousands, to one decimal (spec §3). */
export function formatReputation(reputation: number): string {
  if (Math.abs(reputation) < 1000) return String(reputation);
  return `${(Math.trunc(reputation / 100) / 10).toFixed(1)}K`;
}
