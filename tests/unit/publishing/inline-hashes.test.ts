import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { InlineHashes } from '../../../src/features/publishing/inline-hashes.ts';
import { readConfig } from '../../../src/server/config.ts';
import { contentSecurityPolicy, securityHeaders } from '../../../src/server/http/security-headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('what runs or styles inside a page is named, data and files are not', () => {
  const hashes = new InlineHashes();
  hashes.add('<style>a{}</style><script>one()</script><script type="module">two()</script><script src="/x.js"></script>');
  hashes.add('<script>one()</script><script type="application/ld+json">{}</script>');
  expect(hashes.found()).toEqual({ scripts: [hashOf('one()'), hashOf('two()')].toSorted(), styles: [hashOf('a{}')] });
});

test('the policy names them and allows nothing else inline', () => {
  const policy = contentSecurityPolicy({ scripts: [hashOf('one()')], styles: [] }, readConfig({}));
  expect(policy).toContain(`script-src 'self' ${hashOf('one()')};`);
  expect(policy).toContain(`style-src 'self';`);
  expect(policy).not.toContain('unsafe');
});

describe('only a site on https asks browsers to stay there', () => {
  const hsts = (env: Record<string, string>) => {
    const headers = securityHeaders(readConfig(env), '');
    const at = headers.indexOf('Strict-Transport-Security');
    return at === -1 ? undefined : headers[at + 1];
  };

  test('on its own host, unless the hosts below it are meant too', () => {
    expect(hsts({ SITE_URL: 'https://deals.example' })).toBe('max-age=31536000');
    expect(hsts({ SITE_URL: 'https://deals.example', HSTS_INCLUDE_SUBDOMAINS: '1' })).toBe('max-age=31536000; includeSubDomains');
  });

  test('and one on http does not, whatever is set', () => {
    expect(hsts({})).toBeUndefined();
    expect(hsts({ HSTS_INCLUDE_SUBDOMAINS: '1' })).toBeUndefined();
  });
});
