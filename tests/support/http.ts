import { once } from 'node:events';
import { request, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What a browser says it is; the error page is for people alone. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** As it was sent, compressed or not. */
  body: Buffer;
  text: string;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends one request as it is written: no redirect is followed, no path is put right, nothing is decompressed. */
export async function ask(url: string, path: string, { method = 'GET', headers = {}, body }: Asked = {}): Promise<Answer> {
  const { hostname, port } = new URL(url);
  const call = request({ hostname, port, path, method, agent: false, headers: { 'User-Agent': BROWSER, ...headers } });
  const answered = once(call, 'response') as Promise<[import('node:http').IncomingMessage]>;
  call.end(body);
  const [answer] = await answered;
  const received = await buffer(answer);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: received, text: received.toString() };
}

export const FORM = 'application/x-www-form-urlencoded';

/** A form as the site's own script sends it. */
export function sendForm(url: string, path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> {
  return ask(url, path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'Content-Type': FORM, Origin: url, ...headers },
  });
}

/** The JSON of an answer. */
export function jsonOf<T>(answer: Answer): T {
  return JSON.parse(answer.text) as T;
}
