import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/server/config.ts';
import { contentSecurityPolicy, EMBED_POLICY } from '../../../src/server/http/security-headers.ts';

const policy = (env: Record<string, string>) => contentSecurityPolicy({ scripts: [`'sha256-a'`], styles: [] }, readConfig(env));
const directive = (text: string, name: string) => text.split('; ').find((part) => part.startsWith(`${name} `));

test('without providers nothing of others is allowed', () => {
  const plain = policy({});
  expect(directive(plain, 'script-src')).toBe(`script-src 'self' 'sha256-a'`);
  expect(directive(plain, 'frame-src')).toBeUndefined();
  expect(directive(plain, 'connect-src')).toBeUndefined();
});

test('each provider that is configured may load what it needs, and no more', () => {
  const google = policy({ GOOGLE_CLIENT_ID: 'ours' });
  expect(directive(google, 'script-src')).toBe(`script-src 'self' 'sha256-a' https://accounts.google.com/gsi/`);
  expect(directive(google, 'style-src')).toBe(`style-src 'self' https://accounts.google.com/gsi/`);
  expect(directive(google, 'frame-src')).toBe(`frame-src 'self' https://accounts.google.com/gsi/`);
  const facebook = policy({ FACEBOOK_APP_ID: '42', FACEBOOK_APP_SECRET: 'secret' });
  expect(directive(facebook, 'script-src')).toContain('https://connect.facebook.net/');
  expect(directive(facebook, 'connect-src')).toContain('https://graph.facebook.com/');
  expect(facebook).not.toContain('google');
  const captcha = policy({ RECAPTCHA_V3_PUBLIC_KEY: 'p', RECAPTCHA_V3_SECRET: 's' });
  expect(directive(captcha, 'script-src')).toContain('https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/');
  expect(directive(captcha, 'frame-src')).toContain('https://www.google.com/recaptcha/');
  for (const text of [google, facebook, captcha]) expect(text).not.toMatch(/unsafe|\*/);
});

test('pictures are the site’s own, and those that count banners where they are configured', () => {
  expect(directive(policy({}), 'img-src')).toBe(`img-src 'self' data:`);
  const counted = policy({ BANNER_PIXELS: 'a=https://pixel.example/a.gif b=https://pixel.example/b.gif c=https://other.example/' });
  expect(directive(counted, 'img-src')).toBe(`img-src 'self' data: https://pixel.example https://other.example`);
});

test('a search box that submits elsewhere may do so', () => {
  expect(directive(policy({}), 'form-action')).toBe(`form-action 'self'`);
  const elsewhere = policy({ SEARCH_ACTION: 'https://search.example/find' });
  expect(directive(elsewhere, 'form-action')).toBe(`form-action 'self' https://search.example`);
});

test('the policy of frames in other sites is the one that docs/api.md gives', () => {
  expect(readFileSync('docs/api.md', 'utf8')).toContain(`\`${EMBED_POLICY}\``);
});
