import type { Page } from '@playwright/test';
import { BROWSER_STORAGE } from '../../src/features/texts/browser-storage.ts';

/** What a browser was seen to keep, as words: `cookie style-id`, `cookie sd_p: state`, `localStorage draft:7:0`. */
export type Seen = Set<string>;

const PAIRS = /^sd_[ps]$/;

function seeCookie(seen: Seen, name: string, value: string): void {
  if (!PAIRS.test(name)) return void seen.add(`cookie ${name.replace(/^__Host-/, '')}`);
  for (const key of new URLSearchParams(value).keys()) seen.add(`cookie ${name}: ${key}`);
}

/** Records everything that is stored in a page's browser from now on, even if only for a moment. */
export async function watchStorage(page: Page): Promise<Seen> {
  const seen: Seen = new Set();
  await page.exposeBinding('noteStorage', (_source, kind: string, name: string, value: string) =>
    kind === 'cookie' ? seeCookie(seen, name, value) : void seen.add(`${kind} ${name}`),
  );
  await page.addInitScript(() => {
    const note = (...what: string[]) => (window as unknown as { noteStorage(...words: string[]): void }).noteStorage(...what);
    const setItem = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      note(this === sessionStorage ? 'sessionStorage' : 'localStorage', key);
      setItem.call(this, key, value);
    };
    const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!;
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(this: Document, text: string) {
        const [pair = ''] = text.split(';');
        if (!/max-age=0\b/.test(text)) note('cookie', pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        cookie.set!.call(this, text);
      },
    });
  });
  page.on('response', async (response) => {
    const headers = await response.headersArray().catch(() => []);
    for (const { name, value } of headers) {
      const [, cookie, content = ''] = /^([^=]+)=([^;]*)/.exec(value) ?? [];
      if (name.toLowerCase() === 'set-cookie' && cookie && content !== '') seeCookie(seen, cookie, content);
    }
  });
  return seen;
}

/** Adds what the browser has stored now, whoever stored it. */
export async function lookAtStorage(page: Page, seen: Seen): Promise<Seen> {
  for (const { name, value } of await page.context().cookies()) seeCookie(seen, name, value);
  const kept = await page.evaluate(() => [
    ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
    ...Object.keys(sessionStorage).map((key) => `sessionStorage ${key}`),
  ]);
  for (const one of kept) seen.add(one);
  return seen;
}

/** What was seen and is not on the list of the privacy page. */
export const unlisted = (seen: Seen): string[] =>
  [...seen].filter(
    (one) =>
      !BROWSER_STORAGE.some((listed) => {
        const name = `${listed.in} ${listed.name}${listed.pair === undefined ? '' : `: ${listed.pair}`}`;
        return listed.startsWith ? one.startsWith(name) : one === name;
      }),
  );
