import { vi } from 'vitest';

/** A browser's globals, as far as small scripts of pages use them. */
export interface BrowserGlobals {
  /** Names and values of the cookies. */
  cookies: Map<string, string>;
  storage: Map<string, string>;
  /** Attributes of the root element. */
  root: Map<string, string>;
  /** Dispatches an event on the window. */
  happen(type: string): void;
}

/**
 * Gives code that runs in browsers the globals of one, on a page that counts visits; `vi.unstubAllGlobals()` takes them away.
 * @param address path and query of the page
 * @param texts of elements, by the selectors that find them
 * @param canonical where the page says that it is: elsewhere on a copy
 */
export function stubBrowser(
  address = '/popular',
  texts: Record<string, string> = {},
  canonical = `http://localhost${address}`,
): BrowserGlobals {
  const [cookies, storage, root] = [new Map<string, string>(), new Map<string, string>(), new Map<string, string>()];
  const listeners = new Map<string, (() => void)[]>();
  const { pathname, search } = new URL(address, 'http://localhost');
  const document = {
    visibilityState: 'visible',
    referrer: '',
    documentElement: { dataset: { tracking: 'on' }, setAttribute: (name: string, value: string) => root.set(name, value) },
    querySelector: (selector: string) =>
      selector === '[rel=canonical]' ? { href: canonical } : selector in texts ? { textContent: texts[selector] } : null,
    addEventListener: () => undefined,
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(line: string) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    },
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { pathname, search, host: 'localhost', href: `http://localhost${address}` });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  });
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) =>
    listeners.set(type, [...(listeners.get(type) ?? []), listener]),
  );
  return { cookies, storage, root, happen: (type) => listeners.get(type)?.forEach((listener) => listener()) };
}
