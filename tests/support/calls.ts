import type { AstroCookies } from 'astro';
import { createContext } from 'astro/middleware';
import { accountMails } from '../../src/features/accounts/mails.server.ts';
import { moderationMails } from '../../src/features/moderation/mails.server.ts';
import { composeMails } from '../../src/server/mail/mail-kind.ts';
import { countUnread } from '../../src/features/notifications/shown.server.ts';
import { answerSession } from '../../src/features/session/session-answer.server.ts';
import type { SessionAnswer } from '../../src/features/session/contracts/session.ts';
import type { Context } from '../../src/server/context.ts';
import { webApiEndpoint, type Endpoint } from '../../src/server/http/endpoint.ts';
import type { Mail } from '../../src/server/mail/mail-content.ts';
import { sendDue } from '../../src/server/mail/send-due.ts';

export interface Called {
  status: number;
  /** The JSON of the answer; null when there is none. */
  answer: unknown;
  headers: Headers;
  /** `Set-Cookie` lines of the answer. */
  set: string[];
}

/** Fields of a form, some of them with several values. */
type Fields = Record<string, string | string[]>;

const pairsOf = (fields: Fields) =>
  Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value): [string, string] => [name, value]));

interface Sent {
  method?: string;
  /** Path and query. */
  address?: string;
  form?: Fields;
  json?: unknown;
  upload?: FormData;
  /** A raw body, and its type. */
  text?: string;
  type?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  /** Sent by the browser itself, without script. */
  plain?: boolean;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const sessionEndpoint = webApiEndpoint((call) => answerSession(call, countUnread));
let networks = 0;

/** A browser that calls endpoints in this process: it keeps cookies, and has a network address of its own. */
export class Caller {
  readonly jar = new Map<string, string>();
  readonly context: Context;
  readonly network: string;

  constructor(context: Context, network = `10.0.${Math.floor(++networks / 250)}.${networks % 250}`) {
    this.context = context;
    this.network = network;
  }

  async call(
    endpoint: Endpoint,
    { method = 'POST', address = '/', form, json, upload, text: body, type, headers = {}, params = {}, plain = false }: Sent = {},
  ): Promise<Called> {
    const { siteUrl } = this.context.config;
    const request = new Request(new URL(address, siteUrl), {
      method,
      ...(form && { body: new URLSearchParams(pairsOf(plain ? form : { ajax: '1', ...form })) }),
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(upload && { body: upload }),
      ...(body !== undefined && { body }),
      headers: {
        ...(method === 'POST' && { Origin: siteUrl }),
        ...(json !== undefined && { 'Content-Type': 'application/json' }),
        ...(type !== undefined && { 'Content-Type': type }),
        ...(plain && { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' }),
        'User-Agent': BROWSER,
        Cookie: this.cookieHeader(),
        ...headers,
      },
    });
    const api = createContext({ request, params, defaultLocale: 'en', locals: { context: this.context, network: this.network } });
    const response = await endpoint(api);
    const set = [...api.cookies.headers()];
    for (const line of set) this.keep(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return { status: response.status, answer: isJson ? JSON.parse(text) : null, headers: response.headers, set };
  }

  /** Who this browser is to the site, and the token of its calls. */
  async session(): Promise<SessionAnswer> {
    return (await this.call(sessionEndpoint, { method: 'GET', address: '/web-api/session/' })).answer as SessionAnswer;
  }

  /** As `call`, with the token of the session in the form. */
  async callAsMember(endpoint: Endpoint, sent: Sent & { form: Fields }): Promise<Called> {
    const { securitytoken } = await this.session();
    return this.call(endpoint, { ...sent, form: { securitytoken, ...sent.form } });
  }

  /** Its cookies, as the server reads them. */
  cookies(): AstroCookies {
    const request = new Request(this.context.config.siteUrl, { headers: { Cookie: this.cookieHeader() } });
    return createContext({ request, defaultLocale: 'en', locals: { context: this.context } }).cookies;
  }

  /** Headers are of ASCII. */
  private cookieHeader(): string {
    const pairs = [...this.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    return pairs.replaceAll(/[^\x20-\x7e]+/g, encodeURIComponent);
  }

  private keep(line: string): void {
    const [pair, ...attributes] = line.split('; ');
    const [name, ...value] = pair!.split('=');
    const isOver = attributes.some((attribute) => /^max-age=0$/i.test(attribute) || /^expires=thu, 01 jan 1970/i.test(attribute));
    if (isOver) this.jar.delete(name!);
    else this.jar.set(name!, decodeURIComponent(value.join('=')));
  }
}

/** Sends the waiting mails. @returns them, as the server would send them now */
export async function sentMails(context: Context): Promise<Mail[]> {
  const mails: Mail[] = [];
  const transport = { send: async (mail: Mail) => void mails.push(mail), close: () => undefined };
  const compose = composeMails(context, [...accountMails, ...moderationMails]);
  // One by one: those that are sent side by side may overtake each other.
  while ((await sendDue(context, compose, transport, undefined, { atOnce: 1 })) > 0);
  return mails;
}

/** What the link of a mail says: its address, and the token in it. */
export function linkOf(mail: Mail | undefined): { address: string; token: string } {
  const address = /https?:\/\/\S+[?&](?:token|hash)=\S+/.exec(mail?.text ?? '')?.[0];
  if (!address) throw new Error(`there is no link in ${mail?.subject ?? 'no mail'}`);
  const { pathname, search, searchParams } = new URL(address);
  return { address: `${pathname}${search}`, token: (searchParams.get('token') ?? searchParams.get('hash'))! };
}

export const PASSWORD = 'correct horse battery';
let members = 0;

/** An address that nobody else has. */
export const newEmail = () => `member${++members}@example.org`;
