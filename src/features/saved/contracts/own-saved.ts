import type { GuardedContract } from '../../../lib/call.ts';
import { isRecord } from '../../../lib/is-record.ts';

/** Thread ids of the deals that the member saved, of those that were asked for. */
export interface OwnSaved {
  saved: number[];
}

/** Which of the deals in `ti[]` the member saved. */
export const ownSavedCall: GuardedContract<OwnSaved> = {
  address: '/ajax/saved.php',
  isAnswer: (json): json is OwnSaved => isRecord(json) && Array.isArray(json['saved']) && json['saved'].every(Number.isFinite),
};
