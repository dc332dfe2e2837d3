import { onTestFinished, vi } from 'vitest';
import type { SignIn } from '../../src/features/shell/shell.server.ts';

/** A call by its contract. */
interface Call {
  address: string;
  do?: string;
}

interface Sent {
  /** Path and query, as it was asked for. */
  address: string;
  fields: Record<string, string>;
}

export interface StubbedPage {
  /** Answers a call from now on, once `json` has resolved; calls without an answer fail as without a network. */
  answer(call: Call, json: object | Promise<object>, status?: number): void;
  /** The calls that were made, but for the session's. */
  sent: Sent[];
  /** The fields of those of one call. */
  sentTo(call: Call): Record<string, string>[];
  local: Map<string, string>;
  tab: Map<string, string>;
  cookies: Map<string, string>;
  /** Where the page went; `reload` where it was loaded anew. */
  left: string[];
  /** Scripts of others that were asked for. */
  scripts: string[];
}

interface Options {
  /** Path and query of the page. */
  at?: string;
  signIn?: Partial<SignIn>;
  /** Whether scripts of others come. */
  hasScripts?: boolean;
  /** Whether the browser refuses storage: it throws as soon as it is named. */
  refusesStorage?: boolean;
}

const ORIGIN = 'http://localhost';

/**
 * A page as the stores of browser code need it, until the test is over: its modules are loaded anew by `import()`, and the page's own client
 * is answered by the test.
 */
export function stubPage({ at = '/about', signIn = {}, hasScripts = true, refusesStorage = false }: Options = {}): StubbedPage {
  vi.resetModules();
  onTestFinished(() => void vi.unstubAllGlobals());
  const answers: { call: Call; json: object | Promise<object>; status: number }[] = [];
  const page: StubbedPage = {
    answer: (call, json, status = 200) => void answers.unshift({ call, json, status }),
    sentTo: (call) => page.sent.filter((sent) => isOf(call, sent)).map(({ fields }) => fields),
    ...{ sent: [], local: new Map(), tab: new Map(), cookies: new Map(), left: [], scripts: [] },
  };
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: string | URLSearchParams } = {}) => {
    if (address === '/web-api/session/') return Response.json({ user: null, securitytoken: 'guest' });
    const fields = typeof body === 'string' ? (JSON.parse(body) as Record<string, string>) : Object.fromEntries(new URLSearchParams(body));
    const sent = { address, fields };
    page.sent.push(sent);
    const found = answers.find(({ call }) => isOf(call, sent));
    if (!found) throw new TypeError('there is no network');
    return Response.json(await found.json, { status: found.status });
  });
  const { pathname, search, href } = new URL(at, ORIGIN);
  vi.stubGlobal('location', {
    ...{ pathname, search, href, origin: ORIGIN },
    assign: (to: URL | string) => void page.left.push(String(to)),
    reload: () => void page.left.push('reload'),
  });
  vi.stubGlobal('localStorage', storageOf(page.local));
  vi.stubGlobal('sessionStorage', storageOf(page.tab));
  if (refusesStorage) for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, { get: refuse });
  vi.stubGlobal('document', documentOf(page, signIn, hasScripts));
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => run());
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('window', globalThis);
  return page;
}

const isOf = (call: Call, { address, fields }: Sent) =>
  (address === call.address ||
    address.startsWith(`${call.address}?`) ||
    (call.address.endsWith('/') && address.startsWith(call.address))) &&
  (call.do === undefined || fields['do'] === call.do);

const storageOf = (kept: Map<string, string>) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
});

function refuse(): never {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
}

const documentOf = ({ cookies, scripts }: StubbedPage, signIn: Partial<SignIn>, hasScripts: boolean) => ({
  get cookie() {
    return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  },
  set cookie(line: string) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0/.test(line)) cookies.delete(name);
    else cookies.set(name, value);
  },
  querySelector: (selector: string) => (selector === '#sign-in' ? { textContent: JSON.stringify(signIn) } : null),
  documentElement: { dataset: { tracking: 'on' } },
  getElementById: () => null,
  dispatchEvent: () => true,
  createElement: () => Object.assign(new EventTarget(), { src: '', remove: () => undefined }),
  head: {
    append(script: EventTarget & { src: string }) {
      scripts.push(script.src);
      queueMicrotask(() => script.dispatchEvent(new Event(hasScripts ? 'load' : 'error')));
    },
  },
});
