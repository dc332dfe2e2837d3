import type { Browser } from '@playwright/test';
import { openUntilQuiet } from './quiet.ts';

export interface Smoothness {
  /** Milliseconds by which tasks after the first paint ran over 50 ms (total blocking time). */
  blocked: number;
  /** Sum of all layout shifts. */
  shifted: number;
}

const SLOWER = 4;
const PHONE = { width: 390, height: 844 };

/** Opens a page with an empty cache on a phone's screen, at a quarter of the speed, and watches it settle. */
export async function watchSettling(browser: Browser, url: string): Promise<Smoothness> {
  const context = await browser.newContext({ viewport: PHONE });
  try {
    await context.addInitScript(observe);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await openUntilQuiet(page, url);
    return await page.evaluate(readObserved);
  } finally {
    await context.close();
  }
}

interface Observed {
  tasks: { start: number; duration: number }[];
  shifted: number;
}

/** Runs in the page, before anything of its own. */
function observe(): void {
  const seen: Observed = { tasks: [], shifted: 0 };
  Object.assign(window, { seenByBench: seen });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ start: startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shifted += shift.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Runs in the page. */
function readObserved(): Smoothness {
  const { tasks, shifted } = (window as unknown as { seenByBench: Observed }).seenByBench;
  const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const over = tasks.map(({ start, duration }) => start + duration - Math.max(start + 50, painted)).filter((ms) => ms > 0);
  return { blocked: over.reduce((sum, ms) => sum + ms, 0), shifted };
}
