import { z } from 'zod';
import { contentHash } from '../../lib/content-hash.ts';
import type { Answer, JsonCall } from '../../server/http/endpoint.ts';
import { Fault } from '../../server/http/fault.ts';
import { readFlag } from '../flags/flags.server.ts';
import { errorReport } from './contracts/error-report.ts';
import { rateOf, SAMPLE_RATE } from './sample-rate.ts';

/**
 * `POST /web-api/errors/`: writes an error of a browser to the log, the same error at most once a minute. Where none are wanted
 * (`nuxt-error-sample-rate`), it is dropped.
 * @throws Fault 400 for what is no report, 429
 */
export async function receiveErrorReport({ context, body, network }: JsonCall): Promise<Answer> {
  const seconds = context.networkLimits.take('error-reports', network);
  if (seconds > 0) throw new Fault(429, `Too many reports. Send the next in ${seconds} seconds.`, { 'Retry-After': String(seconds) });
  const report = errorReport.safeParse(body);
  if (!report.success) throw new Fault(400, `The report is malformed.\n${z.prettifyError(report.error)}`);
  const { message, stack } = report.data;
  const isWanted = rateOf(await readFlag(context.db, SAMPLE_RATE)) > 0;
  if (isWanted && context.networkLimits.take('same-error', contentHash(`${message}\n${stack}`)) === 0)
    context.log.error({ browser: report.data }, 'error in a browser');
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
}
