import type { Browser, BrowserContextOptions } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { openUntilQuiet } from './quiet.ts';

type Kind = 'html' | 'css' | 'js' | 'font' | 'picture' | 'data';

/** One thing a page asked for, before anybody touched it. */
interface Asked {
  address: string;
  kind: Kind;
  /** Bytes of the body as it came, brotli where the site has it. */
  sent: number;
  gzip: number;
  blocksPaint: boolean;
  /** Whether a script ran; one that is merely prefetched did not. */
  ran: boolean;
}

export interface Weight {
  asked: Asked[];
  /** Bytes, gzip, of the scripts that stand in the page itself. */
  inlineScript: number;
}

/**
 * Opens a page with an empty cache and notes what it asks for until it is quiet.
 * @param storageState what the browser keeps of earlier visits
 */
export async function weigh(browser: Browser, url: string, storageState?: BrowserContextOptions['storageState']): Promise<Weight> {
  const context = await browser.newContext({ storageState });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Profiler.enable');
    await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await openUntilQuiet(page, url);
    const { result } = await devtools.send('Profiler.takePreciseCoverage');
    const ran = new Set(result.filter(({ functions }) => functions.some(({ ranges }) => ranges[0]!.count > 0)).map((script) => script.url));
    const timings = await page.evaluate(readTimings);
    const asked = new Map<string, Asked>();
    for (const timing of timings) {
      if (asked.has(timing.name) || new URL(timing.name).origin !== new URL(url).origin) continue;
      asked.set(timing.name, { ...(await sizesOf(timing)), blocksPaint: timing.blocking, ran: ran.has(timing.name) });
    }
    return { asked: [...asked.values()], inlineScript: gzipSync(await page.evaluate(readInlineScripts)).length };
  } finally {
    await context.close();
  }
}

interface Timing {
  name: string;
  bytes: number;
  blocking: boolean;
}

/** Runs in the page. */
function readTimings(): Timing[] {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ] as (PerformanceResourceTiming & { renderBlockingStatus?: string })[];
  return entries.map(({ name, encodedBodySize, renderBlockingStatus, entryType }) => ({
    name,
    bytes: encodedBodySize,
    blocking: entryType === 'resource' && renderBlockingStatus === 'blocking',
  }));
}

/** Runs in the page. */
function readInlineScripts(): string {
  const runs = ({ src, type }: HTMLScriptElement) => !src && (type === '' || type === 'module' || type === 'text/javascript');
  return [...document.scripts]
    .filter(runs)
    .map(({ text }) => text)
    .join('\n');
}

async function sizesOf({ name, bytes }: Timing): Promise<Pick<Asked, 'address' | 'kind' | 'sent' | 'gzip'>> {
  const answer = await fetch(name, { headers: { 'Accept-Encoding': 'gzip' } });
  const body = Buffer.from(await answer.arrayBuffer());
  const { pathname, search } = new URL(name);
  const gzip = Number(answer.headers.get('content-length')) || gzipSync(body).length;
  return { address: pathname + search, kind: kindOf(answer.headers.get('content-type') ?? ''), sent: bytes || gzip, gzip };
}

function kindOf(type: string): Kind {
  if (type.startsWith('image/')) return 'picture';
  if (type.includes('html')) return 'html';
  if (type.includes('css')) return 'css';
  if (type.includes('javascript')) return 'js';
  return type.startsWith('font/') ? 'font' : 'data';
}
