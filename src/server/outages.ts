import { isCutOff, isNotOpen, isReadOnly, isUnavailable, TakesNoWriting } from './db/unavailable.ts';
import type { EventLog } from './log.ts';

/** How long nothing must have failed before the database is asked whether it is back; jobs ask it several times in this time. */
const QUIET_MS = 10_000;

/**
 * Logs that the database is away, for all that asks it again and again: one line for each reason, and one when it is back.
 * @param isAnswering whether the database answers again (`openHealthCheck`)
 * @returns a function that takes an error; false when that is another one, which it does not log
 */
export function logOutages(log: EventLog, isAnswering: () => Promise<boolean>): (error: unknown) => boolean {
  const reasons = new Set<string>();
  let began = 0;
  let last = 0;
  let quiet: NodeJS.Timeout | undefined;

  const wait = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => void look(), QUIET_MS).unref();
  };
  const look = async () => {
    const seen = last;
    if (!(await isAnswering())) last = performance.now();
    if (last > seen) return wait();
    log.info(`the database is back; it was away for ${Math.ceil((last - began) / 1_000)} s`);
    reasons.clear();
  };

  return (error) => {
    const reason = reasonOf(error);
    if (reason === undefined) return false;
    last = performance.now();
    if (reasons.size === 0) began = last;
    wait();
    // An embedded database that cannot be opened says how many times it has stopped, which is no other reason.
    const plain = reason.replaceAll(/(?<!\d)\d+ times/g, '');
    if (reasons.has(plain)) return true;
    reasons.add(plain);
    log.error(`${reason}; jobs and publishing go on once it is back`);
    return true;
  };
}

/** Why the database is away; undefined for any other error. A server that is restarted cuts off what runs, and each with its own words. */
function reasonOf(error: unknown): string | undefined {
  if (isUnavailable(error) || isNotOpen(error)) return error.message;
  if (isReadOnly(error)) return new TakesNoWriting().message;
  return isCutOff(error) ? 'the connection to the database broke' : undefined;
}
