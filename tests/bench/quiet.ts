import type { Page, Request } from '@playwright/test';

const QUIET_MS = 1_000;
const BETWEEN_LOOKS_MS = 100;
const LONGEST_WAIT_MS = 60_000;

/** Opens a page and waits until it has loaded and for a while asked for nothing more. @throws when it does not come to rest */
export async function openUntilQuiet(page: Page, url: string): Promise<void> {
  const underWay = new Set<Request>();
  let quietSince = performance.now();
  const ended = (request: Request) => {
    underWay.delete(request);
    quietSince = performance.now();
  };
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', ended).on('requestfailed', ended);
  await page.goto(url, { waitUntil: 'load' });
  quietSince = performance.now();
  const late = quietSince + LONGEST_WAIT_MS;
  while (underWay.size > 0 || performance.now() - quietSince < QUIET_MS) {
    if (performance.now() > late) throw new Error(`${url} still waits for ${[...underWay].map((request) => request.url()).join(', ')}`);
    await page.waitForTimeout(BETWEEN_LOOKS_MS);
  }
}
