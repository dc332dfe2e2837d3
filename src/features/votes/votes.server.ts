import { isPlainForm } from '../../server/http/endpoint.ts';
import type { VoteAnswer } from './contract.ts';

/** Where a plain form of a guest's leads: the page that says why there is no voting. */
const WHY = '/help#accounts';

/** Answers a vote. Nobody can be signed in yet, so every vote is a guest's, whatever its token (contract.md). */
export function castVote(call: { request: Request; form: URLSearchParams }): Response | VoteAnswer {
  if (isPlainForm(call)) return new Response(null, { status: 303, headers: { Location: WHY } });
  return { error: 'dologin' };
}
