import type { Context } from '../context.ts';
import type { Compose } from './outbox.ts';
import { AT_ONCE, sendOne, takeDue, type Lane } from './send-due.ts';
import type { Transport } from './transport.ts';

const LOOK_MS = 1_000;

export interface MailJob {
  /** Looks at once. */
  wake(): void;
  /** Ends it; resolves when the mails under way are done. */
  end(): Promise<void>;
}

/**
 * Sends the due mails of a lane, looking every second, as long as the process runs. A mail that takes long holds up only its own place.
 * @param onError called with errors of the outbox itself, and of each mail that is given up
 */
export function startMailJob(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  compose: Compose,
  transport: Transport,
  onError: (error: unknown) => void,
  lane: Lane = {},
): MailJob {
  const sender = { db, clock, compose, transport, lane, onGivenUp: onError };
  const atOnce = lane.atOnce ?? AT_ONCE;
  const underWay = new Set<Promise<void>>();
  let ended = false;
  let looking: Promise<void> | undefined;
  const fill = async () => {
    while (!ended && underWay.size <= atOnce / 2) {
      const rows = await takeDue(sender, atOnce - underWay.size);
      if (rows.length === 0) return;
      for (const row of rows) {
        const sent: Promise<void> = sendOne(sender, row)
          .catch(onError)
          .finally(() => {
            underWay.delete(sent);
            look();
          });
        underWay.add(sent);
      }
    }
  };
  const look = () => {
    if (ended) return;
    looking ??= fill()
      .catch(onError)
      .finally(() => (looking = undefined));
  };
  const timer = setInterval(look, LOOK_MS);
  look();
  return {
    wake: look,
    async end() {
      ended = true;
      clearInterval(timer);
      await looking;
      await Promise.all(underWay);
      transport.close();
    },
  };
}
