import { contentHash } from '../../lib/content-hash.ts';
import type { ErrorReport } from './contracts/error-report.ts';
import { LONGEST } from './contracts/limits.ts';

/** A page sends at most so many reports, in case it fails again and again. */
const MOST_REPORTS = 5;

interface ReporterSettings {
  /** Which part of the errors is reported; asked for with the first one. */
  sampleRate: () => Promise<number>;
  /** From 0 to 1, without 1. */
  random: () => number;
  page: () => Pick<ErrorReport, 'path' | 'release'>;
  send: (report: ErrorReport) => Promise<unknown>;
}

/** Reports errors of a page, each once, and only a sample of them. */
export function openReporter({ sampleRate, random, page, send }: ReporterSettings): (error: unknown) => Promise<void> {
  const seen = new Set<string>();
  let rate: Promise<number> | undefined;
  return async (error) => {
    if (!isReported(error)) return;
    const details = detailsOf(error);
    const hash = contentHash(`${details.message}\n${details.stack}`);
    if (seen.has(hash) || seen.size >= MOST_REPORTS) return;
    seen.add(hash);
    if (random() < (await (rate ??= sampleRate()))) await send({ ...details, ...page() });
  };
}

/** Whether an error is reported: not for statuses below 500 (spec §8), nor for aborted requests. */
function isReported(error: unknown): boolean {
  if (error === undefined || error === null) return false;
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name)) return false;
  return !(error instanceof Error && 'status' in error && Number(error.status) < 500);
}

function detailsOf(error: unknown): Pick<ErrorReport, 'message' | 'stack'> {
  const { message, stack = '' } = error instanceof Error ? error : { message: String(error) };
  return {
    message: withoutQueries(message).slice(0, LONGEST.message) || 'no message',
    stack: withoutQueries(stack).slice(0, LONGEST.stack),
  };
}

/** Queries of addresses may say what somebody searches for. */
const withoutQueries = (text: string) => text.replaceAll(/((?:https?:\/\/|\/)[^\s?#()]*)(?:[?#][^\s():]*)?/g, '$1');
