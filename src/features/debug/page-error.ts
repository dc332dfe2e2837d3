import { isRecord } from '../../lib/is-record.ts';

/** Why a page's data could not be had (spec §3, Error object; §8). */
export class PageError extends Error {
  override readonly name = 'PageError';
  /** Its `summary` is the message. */
  readonly status: number;
  readonly detail: string;

  constructor(status: number, summary: string, detail = summary) {
    super(summary);
    this.status = status;
    this.detail = detail;
  }
}

/** Returns the error of an answer in the form of an error; undefined for any other answer. */
export function pageErrorIn(answer: unknown): PageError | undefined {
  if (!isRecord(answer) || typeof answer['summary'] !== 'string') return undefined;
  const { statusCode = 500, summary, detail } = answer;
  return new PageError(Number(statusCode), summary, typeof detail === 'string' ? detail : summary);
}
