import { formatUntil } from '../../lib/dates.ts';
import type { Region } from '../../lib/region.ts';
import { UNVERIFIED_EMAIL } from './contracts/participation.ts';
import type { Session } from './read-session.server.ts';

/** Why a member may not take part: the error of calls (spec §6; contract.md, Community), and the message that people read. */
export interface ParticipationBlock {
  error: string;
  message: string;
}

/** Returns why a member may not vote, comment and report; undefined when they may. */
export function participationBlock({ hasVerifiedEmail, suspendedUntil }: Session, region: Region): ParticipationBlock | undefined {
  if (suspendedUntil) {
    const message = `Your account is suspended until ${formatUntil(suspendedUntil, region)}.`;
    return { error: message, message };
  }
  if (!hasVerifiedEmail) return { error: UNVERIFIED_EMAIL, message: 'Please verify your email address first.' };
  return undefined;
}
