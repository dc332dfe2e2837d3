/** A request whose answer has a status of 400 to 599, or is not JSON. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  /** The JSON of the answer; undefined where it is none. */
  readonly answer: unknown;

  /** @param path without the query, which may contain what somebody searches for */
  constructor(path: string, status: number, answer: unknown) {
    super(`${path} answers ${status < 400 ? 'no JSON' : status}`);
    this.status = status;
    this.answer = answer;
  }
}
