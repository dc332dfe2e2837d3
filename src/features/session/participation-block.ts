import { formatDate } from '../../lib/dates.ts';
import { UNVERIFIED_EMAIL } from './contracts/participation.ts';
import type { Session } from './sessions.server.ts';

/** Why a member may not take part, as calls tell it (spec §6; contract.md, Community) and as people read it. */
export interface ParticipationBlock {
  error: string;
  message: string;
}

/** What keeps a member from voting, commenting and reporting, if anything. */
export function participationBlock({ hasVerifiedEmail, suspendedUntil }: Session): ParticipationBlock | undefined {
  if (suspendedUntil) {
    const message = `Your account is suspended until ${formatDate(suspendedUntil)}.`;
    return { error: message, message };
  }
  if (!hasVerifiedEmail) return { error: UNVERIFIED_EMAIL, message: 'Please verify your email address first.' };
  return undefined;
}
