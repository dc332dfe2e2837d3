import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documents } from '../support/documents.ts';
import { ask } from '../support/http.ts';
import { feed } from '../support/pages.ts';
import { paste } from '../support/pasted.ts';
import { required } from '../../src/lib/required.ts';
import { sharedSite } from '../support/shared-site.ts';
import { emptyDataDir, removeSite, startBriefSite, type RunningSite } from '../support/site.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const STARTER = join(ROOT, 'docs/starter');
const LONG = 120_000;

/** Lines of the document that the test does itself. */
const INSTALLS = /^npm ci$/;
const STARTS = /^npm start -- (.*)$/;

// Two sites are never built at once.
await sharedSite();

/** What a shell has set after it read the starter's settings. */
function starterSettings(): Record<string, string> {
  const lines = execFileSync('sh', ['-c', '. ./site.env && env -0'], { cwd: STARTER, env: { PATH: process.env['PATH'] } }).toString();
  const pairs = lines.split('\0').map((pair) => pair.split(/=(.*)/s) as [string, string]);
  return Object.fromEntries(pairs.filter(([name]) => /^(?:SITE_|CONTACT_|FRONTPAGE_)/.test(name)));
}

describe('an own site, made as docs/own-site.md says', () => {
  let site: RunningSite;
  let folder: string;
  const page = async (path: string) => (await ask(site.url, path)).text;

  beforeAll(async () => {
    folder = await emptyDataDir();
    await symlink(join(ROOT, 'docs'), join(folder, 'docs'));
    const { shell } = required(
      documents().find(({ path }) => path === 'docs/own-site.md'),
      'docs/own-site.md',
    );
    const settings = { DATA_DIR: join(folder, 'data'), DATABASE_URL: '' };
    const pasting = async (lines: string[]) => {
      const { code, output } = await paste(lines.join('\n'), folder, settings);
      expect(code, `${lines.join('\n')}\n\n${output}`).toBe(0);
    };
    for (const block of shell) {
      const lines = block.split('\n').filter((line) => line !== '' && !INSTALLS.test(line));
      const start = lines.findIndex((line) => STARTS.test(line));
      if (start === -1) {
        await pasting(lines);
        continue;
      }
      await pasting(lines.slice(0, start));
      const words = STARTS.exec(lines[start] ?? '')?.[1]?.split(' ');
      site = await startBriefSite({ ...starterSettings(), ...settings }, [], words);
      await site.ready();
      expect((await feed(site.url, '/all')).items).toEqual([]);
    }
  }, LONG);

  afterAll(async () => {
    await site.stop();
    await removeSite(folder);
  });

  test('has its own name, description and language', async () => {
    const home = await page('/');
    expect(home).toMatch(/<html lang="en-IE"/);
    expect(home).toContain('<title>Nest Deals: deals, coupons and cashback</title>');
    expect(home).toContain('<meta name="description" content="Desk and office deals, picked by hand in Vogelsang.">');
    expect(home).toContain('<meta property="og:site_name" content="Nest Deals">');
    expect(home).toMatch(/<span class="header__name">Nest Deals<\/span>/);
  });

  test('has its own deals on the front page, with their prices', async () => {
    const { items } = await feed(site.url, '/');
    expect(items.map(({ dealTitle }) => dealTitle).toSorted()).toEqual([
      '27" 4K monitor with USB-C',
      'A footrest',
      'Felt desk mat',
      'LED desk lamp with a clamp',
      'Oak standing desk, 140 x 70 cm',
      'Quiet mechanical keyboard',
    ]);
    expect(await page('/')).toContain('2 for €30');
    expect(await page('/category/office')).toContain('Quiet mechanical keyboard');
  });

  test('has its own mark, favicon, icons and colour, which browsers may keep for good', async () => {
    const home = await page('/');
    const favicon = required(/<link rel="icon" href="([^"]*)" type="image\/svg\+xml">/.exec(home)?.[1], 'the favicon');
    const mark = required(/<img class="logo" src="([^"]*)"/.exec(home)?.[1], 'the mark');
    for (const address of [favicon, mark]) {
      const { text, headers } = await ask(site.url, address);
      expect(text).toBe(readFileSync(join(STARTER, 'mark.svg'), 'utf8'));
      expect(headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=31536000, immutable' });
      const again = await ask(site.url, address, { headers: { 'If-None-Match': required(headers.etag, 'its ETag') } });
      expect(again.status).toBe(304);
    }
    const styles = [...home.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, address]) => address ?? '');
    expect((await ask(site.url, required(styles.at(-1), 'a stylesheet'))).text).toContain('--action:#0b5d3b');
    const manifest = JSON.parse(await page('/manifest.webmanifest')) as { name: string; icons: { src: string }[] };
    expect(manifest.name).toBe('Nest Deals');
    for (const { src } of manifest.icons) expect((await ask(site.url, src)).headers['content-type'], src).toBe('image/png');
    expect((await ask(site.url, mark.replace(/-.*\./, '-0.'))).status).toBe(404);
  });

  test('has its own imprint, which every page links to', async () => {
    expect(await page('/')).toContain('<a href="/imprint">Imprint</a>');
    expect(await page('/imprint')).toContain('Nest Deals is run by Ada Vogel');
  });

  test('has a log of moderators that says that there is nothing in it', async () => {
    expect(await page('/moderation')).toContain('<p>No actions yet.</p>');
  });

  test('is nowhere Magpie, and speaks of no demo and of no years before it', async () => {
    const { items } = await feed(site.url, '/');
    const pages = ['/', '/help', '/privacy', '/terms', '/imprint', '/search?q=desk', '/offline', '/nothing-here', '/feed.xml'];
    for (const path of [...pages, ...items.slice(0, 2).map((item) => item.path)]) {
      // Names of the font's file and of what browsers keep.
      const shown = (await page(path)).replaceAll(/magpie-(?:sans|pages|files)[\w.-]*/g, '');
      expect(/magpie|demo data|1999/i.exec(shown)?.[0], path).toBeUndefined();
    }
  });

  test('is in its copy for any server as it is here', async () => {
    const { code, output } = await paste('npm run site -- static copy', folder, { DATA_DIR: site.dataDir, DATABASE_URL: '' });
    expect(code, output).toBe(0);
    const mark = required(/<img class="logo" src="([^"]*)"/.exec(await page('/'))?.[1], 'the mark');
    expect(readFileSync(join(folder, 'copy', mark), 'utf8')).toBe(readFileSync(join(STARTER, 'mark.svg'), 'utf8'));
  });
});
