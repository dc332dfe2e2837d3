import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CHROMIUM_ARGS, findChromium } from '../support/chromium.ts';
import type { RunningSite } from '../support/site.ts';
import { samplePages } from './page-weight.ts';
import type { Table } from './table.ts';

/** Installed by npx when it is asked for: two hundred packages that nothing else needs. */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const CATEGORIES = ['accessibility', 'best-practices', 'seo'];
const DEVICES = { phone: [], desktop: ['--preset=desktop'] };
const LARGEST_REPORT = 64 * 1024 * 1024;

interface Report {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null }>;
}

/** What Lighthouse says of three pages on a phone and a desktop; figures of time have their own part, `page`, with medians. */
export async function benchLighthouse(site: RunningSite): Promise<Table> {
  const rows: Table['rows'] = [];
  const faults = new Set<string>();
  for (const path of await samplePages(site))
    for (const [device, options] of Object.entries(DEVICES)) {
      const { categories, audits } = await audit(site.url + path, options);
      const scores = CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)] as const);
      rows.push({ page: path.slice(0, 28), device, ...Object.fromEntries(scores) });
      for (const { id, weight } of CATEGORIES.flatMap((name) => categories[name]?.auditRefs ?? [])) {
        const { score, title } = audits[id]!;
        if (weight > 0 && score !== null && score < 1) faults.add(`${path}: ${title}`);
      }
    }
  return { title: 'Lighthouse', rows, notes: ['goal: 100 in each', ...faults] };
}

async function audit(url: string, options: string[]): Promise<Report> {
  const args = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', '--output-path=stdout', `--only-categories=${CATEGORIES.join()}`];
  const { stdout } = await promisify(execFile)('npx', [...args, ...options, `--chrome-flags=${CHROMIUM_ARGS.join(' ')}`], {
    env: { ...process.env, CHROME_PATH: findChromium() },
    maxBuffer: LARGEST_REPORT,
  });
  return JSON.parse(stdout) as Report;
}
