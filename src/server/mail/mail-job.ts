import { MINUTE_MS } from '../../lib/durations.ts';
import type { Context } from '../context.ts';
import { startSending, type Sending } from '../sending.ts';
import type { Compose } from './outbox.ts';
import { AT_ONCE, openSender, sendOne, takeDue, type Lane } from './send-due.ts';
import type { Transport } from './transport.ts';

const LOOK_MS = 1_000;
/** How often failing tries are told: while a mail server is away, every mail fails. */
const TOLD_EVERY_MS = 10 * MINUTE_MS;

/** Mails that somebody waits for, and the others, which do not delay them. */
export const LANES = { awaited: { priority: 0, atOnce: 5 }, others: { priority: 1, atOnce: 40 } };

/**
 * Sends the due mails of a lane, looking every second, as long as the process runs. A slow mail blocks only one of the parallel sends.
 * @param onError called with errors of the outbox itself, of each mail that is given up, and of one try in ten minutes that failed and is
 * repeated
 */
export function startMailJob(
  context: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onError: (error: unknown) => void,
  lane: Lane = {},
): Sending {
  let toldAt = -Infinity;
  const onPostponed = (error: Error) => {
    const now = performance.now();
    if (now - toldAt < TOLD_EVERY_MS) return;
    toldAt = now;
    onError(new Error(`${error.message}. "npm run site -- mail" lists what waits.`));
  };
  const sender = openSender(context, { compose, transport, lane, onGivenUp: onError, onPostponed });
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
