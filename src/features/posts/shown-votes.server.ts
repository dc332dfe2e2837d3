import { type RawBuilder, sql } from 'kysely';
import { MINUTE_MS } from '../../lib/durations.ts';

/** Deals that began later do not show their scores yet (decision 030). */
export const scoresShowFrom = (now: Date, { scoreHiddenMinutes }: { scoreHiddenMinutes: number }): Date =>
  new Date(now.getTime() - scoreHiddenMinutes * MINUTE_MS);

/**
 * A deal's score for alerts: null while it is hidden.
 * @param deal the table, or an alias
 */
export function shownVotes(deal: string, showsFrom: Date): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${deal}.${name}`);
  return sql<number | null>`(case when greatest(${column('posted_at')}, ${column('starts_at')}) <= ${showsFrom}::timestamptz
    then ${column('votes_up')} - ${column('votes_down')} end)`;
}
