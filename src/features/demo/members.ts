import { readFileSync } from 'node:fs';
import { daysBefore } from './time.ts';
import { randomFor, type Random } from './random.ts';
import { required } from '../../lib/required.ts';

type MemberRecord = { type: 'member'; source: 'demo'; sourceId: string; username: string; joinedAt: string };

/** The demo members. All of them joined before the oldest deal, so that no one posts before joining. */
export const members: readonly MemberRecord[] = readMembers();

/** Picks a member; the first ones are picked more often, because in forums few members write most posts. */
export function someMember(random: Random): MemberRecord {
  const index = Math.floor(random() ** 1.5 * members.length);
  return required(members[index], 'a member');
}

function readMembers(): MemberRecord[] {
  const random = randomFor('members');
  const names = readFileSync(new URL('inputs/members.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return names.map((username, index) => ({
    type: 'member',
    source: 'demo',
    sourceId: `m${index + 1}`,
    username,
    joinedAt: daysBefore(125 + random() ** 1.5 * 1800),
  }));
}
