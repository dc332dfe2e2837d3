import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
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

test('only a site on https asks browsers to stay there', () => {
  expect(securityHeaders('https://deals.example', '')).toContain('Strict-Transport-Security');
  expect(securityHeaders('http://localhost:4321', '')).not.toContain('Strict-Transport-Security');
});
