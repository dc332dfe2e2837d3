import { expect, onTestFinished, test, vi } from 'vitest';
import { loadMore } from '../../../src/features/feeds/load-more.ts';

test('“Load more” gives up a page that does not come, and can be pressed again', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort('too late'));
  onTestFinished(() => limit.mockRestore());
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit = {}) =>
    signal?.aborted ? Promise.reject(new Error(String(signal.reason))) : Promise.resolve(new Response('', { status: 502 })),
  );
  const attributes = new Map<string, string>();
  const link = {
    href: '/popular?page=2',
    textContent: 'Load more',
    setAttribute: (name: string, value: string) => attributes.set(name, value),
    removeAttribute: (name: string) => attributes.delete(name),
  };
  const press = () => loadMore(link as unknown as HTMLAnchorElement, {} as HTMLElement);
  await expect(press()).rejects.toThrow('too late');
  expect([link.textContent, attributes.size]).toEqual(['Load more', 0]);
  await expect(press()).rejects.toThrow('too late');
  expect(limit).toHaveBeenCalledWith(15_000);
});
