import { chromium } from '@playwright/test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
const exe = process.env.CHROMIUM_PATH || '/usr/bin/chromium-headless-shell';
const base = 'http://localhost:4641';
const browser = await chromium.launch({ executablePath: exe });
export async function ctx({ width = 1280, height = 900, theme = 'light', member = false, js = true } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, javaScriptEnabled: js, baseURL: base, extraHTTPHeaders: { 'X-Forwarded-For': `10.1.${Math.floor(Math.random()*255)}.2` } });
  const page = await context.newPage();
  page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', page.url(), m.text()));
  page.on('pageerror', (e) => console.log('PAGEERROR', e.message));
  if (member) await register(page, member === 'verified');
  return page;
}
let n = 0;
export async function register(page, verified) {
  const email = `v-${Date.now()}-${n++}@example.org`;
  const answer = await page.request.post('/forums/register.php?do=addmember', { form: { email, password: 'nine blue kettles', agree: '1', older_than_13: '1', ajax: '1', securitytoken: 'guest', url: '/' }, headers: { accept: 'application/json' } });
  const j = await answer.json(); if (!j.username) throw new Error(JSON.stringify(j));
  if (!verified) return email;
  for (let i = 0; i < 50; i++) {
    await new Promise((r) => setTimeout(r, 200));
    for (const f of (existsSync('/tmp/hB-data/mail') ? readdirSync('/tmp/hB-data/mail').filter((x) => x.endsWith('.eml') && !x.startsWith('.')) : [])) {
      const text = readFileSync('/tmp/hB-data/mail/' + f, 'utf8').replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');
      if (!text.includes(email)) continue;
      const m = /\/account\/verify\?token=([^\s"<&]+)/.exec(text);
      if (!m) continue;
      const { securitytoken } = await (await page.request.get('/web-api/session/')).json();
      const a = await page.request.post('/account/verify', { form: { token: decodeURIComponent(m[1]), securitytoken, ajax: '1' }, headers: { accept: 'application/json' } });
      if (!a.ok()) throw new Error(await a.text());
      return email;
    }
  }
  throw new Error('no mail');
}
export const shot = (page, name, full = false) => page.screenshot({ path: `/tmp/hB-shots/${name}.png`, fullPage: full });
export const end = () => browser.close();
