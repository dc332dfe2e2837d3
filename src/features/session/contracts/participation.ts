import * as z from 'zod/mini';

/** What a call for taking part (votes, comments, reports) answers a guest (contract.md, Community). */
export const DO_LOG_IN = 'dologin';
/** What it answers a member whose address is not verified. */
export const UNVERIFIED_EMAIL = 'Unverified Email';

/** Why the call was refused: one of the above, or a message to show. */
export const participationRefused = z.object({ error: z.string() });
