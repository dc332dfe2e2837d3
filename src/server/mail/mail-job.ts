import type { Context } from '../context.ts';
import { startSending, type Sending } from '../sending.ts';
import type { Compose } from './outbox.ts';
import { AT_ONCE, openSender, sendOne, takeDue, type Lane } from './send-due.ts';
import type { Transport } from './transport.ts';

const LOOK_MS = 1_000;

/** Mails that somebody waits for, and the others, which do not delay them. */
export const LANES = { awaited: { priority: 0, atOnce: 5 }, others: { priority: 1, atOnce: 40 } };

/**
 * Sends the due mails of a lane, looking every second, as long as the process runs. A slow mail blocks only one of the parallel sends.
 * @param onError called with errors of the outbox itself, and of each mail that is given up
 */
export function startMailJob(
  context: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onError: (error: unknown) => void,
  lane: Lane = {},
): Sending {
  const sender = openSender(context, { compose, transport, lane, onGivenUp: onError });
  const { wake, end } = startSending(
    { atOnce: lane.atOnce ?? AT_ONCE, take: (most) => takeDue(sender, most), send: (row) => sendOne(sender, row) },
    LOOK_MS,
    onError,
  );
  return {
    wake,
    async end() {
      await end();
      transport.close();
    },
  };
}
