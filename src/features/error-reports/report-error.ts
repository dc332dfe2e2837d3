import { reloadWhenGone } from '../../ui/reload-when-gone.ts';
import { request } from '../../ui/request.ts';
import { featureFlagCall } from '../flags/contracts/feature-flag.ts';
import { ERRORS_ADDRESS, LONGEST } from './contracts/limits.ts';
import { openReporter } from './reporter.ts';
import { DEFAULT_RATE, rateOf, SAMPLE_RATE } from './sample-rate.ts';

const TIMEOUT_MS = 5_000;

const report = openReporter({
  sampleRate,
  random: Math.random,
  page: () => ({ path: location.pathname.slice(0, LONGEST.path), release: pageScript().slice(0, LONGEST.release) }),
  // A failed report is ignored: it would otherwise be an error to report.
  send: (body) => request(ERRORS_ADDRESS, { body, keepalive: true, timeoutMs: TIMEOUT_MS }).catch(() => undefined),
});

/** Reports what an event of `watchErrors` is about, and reloads a page whose scripts are gone. */
export async function reportEvent(event: Event): Promise<void> {
  const error = errorOf(event);
  // How browsers report a failed import.
  if (error instanceof TypeError && /module/i.test(error.message)) void reloadWhenGone(error);
  await report(error);
}

/** The error of an event; undefined for errors in foreign scripts, whose details browsers hide. */
function errorOf(event: Event): unknown {
  if (event instanceof ErrorEvent) return event.error;
  if (event instanceof PromiseRejectionEvent) return event.reason;
  return event instanceof CustomEvent ? event.detail : undefined;
}

async function sampleRate(): Promise<number> {
  const query = new URLSearchParams({ key: SAMPLE_RATE, defaultValue: String(DEFAULT_RATE) });
  const answer = await request(`${featureFlagCall.address}?${query}`, { timeoutMs: TIMEOUT_MS }).catch(() => undefined);
  return featureFlagCall.isAnswer(answer) ? rateOf(answer.value) : DEFAULT_RATE;
}

/** Name of the page's own script. */
// eslint-disable-next-line regexp/no-super-linear-move -- an address of this site
const pageScript = () => /[\w.@-]+\.js$/.exec(document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '')?.[0] ?? '';
