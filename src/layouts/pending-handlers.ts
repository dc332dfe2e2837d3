import type { PendingHandlers } from '../features/accounts/require-member.ts';
import { commentByItself } from '../features/comments/pending.ts';
import { reportByItself } from '../features/reports/pending.ts';
import { voteByItself } from '../features/votes/pending.ts';

/** How what a guest wanted to do is done after signing in, by its kind. */
export const pendingHandlers: PendingHandlers = { vote: voteByItself, comment: commentByItself, report: reportByItself };
