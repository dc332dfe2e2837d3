import type { Context } from '../../server/context.ts';
import { every, startJob, type Job } from '../../server/every.ts';
import { deliverDue, SENDERS } from './deliver.server.ts';
import { hasDueDeliveries, settleFeeds, settleOrphanedDeliveries } from './settle-deliveries.server.ts';

const LOOK_MS = 1_000;
const ORPHANS_MS = 10 * 60_000;

/**
 * Queues what is due, looking every second and when it is woken.
 * @param onQueued called when something was queued
 */
export function startDeliveriesJob(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  onError: (error: unknown) => void,
  onQueued: () => void,
): Job {
  let ended = false;
  const { wake, end: endLooking } = startJob(LOOK_MS, () => deliverAllDue(context, onQueued, () => ended), onError);
  const endOrphans = every(ORPHANS_MS, () => settleOrphanedDeliveries(context), onError);
  return {
    wake,
    end() {
      ended = true;
      endLooking();
      endOrphans();
    },
  };
}

/**
 * Settles and queues all deliveries that are due.
 * @param onQueued called when something was queued
 * @param isEnded whether to stop before the next of them
 */
export async function deliverAllDue(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  onQueued: () => void,
  isEnded: () => boolean,
): Promise<void> {
  if (!(await hasDueDeliveries(context))) return;
  while (!isEnded() && (await settleFeeds(context)) > 0);
  while (!isEnded() && (await deliverDue(context, SENDERS)) > 0) onQueued();
}
