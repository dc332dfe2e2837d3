import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../../src/server/config.ts';

describe('the settings', () => {
  test('have defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 4321,
      host: '127.0.0.1',
      siteUrl: 'http://localhost:4321',
      siteName: 'Magpie',
      databaseUrl: undefined,
      trustProxy: false,
      contactEmail: 'help@localhost',
    });
  });

  test('follow one another', () => {
    expect(readConfig({ PORT: '80' }).siteUrl).toBe('http://localhost:80');
    expect(readConfig({ SITE_URL: 'https://deals.example/' })).toMatchObject({
      siteUrl: 'https://deals.example',
      contactEmail: 'help@deals.example',
    });
  });

  test('that are empty count as unset', () => {
    expect(readConfig({ SITE_URL: '', DATABASE_URL: '', TRUST_PROXY: '' })).toMatchObject({
      siteUrl: 'http://localhost:4321',
      trustProxy: false,
    });
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['SITE_URL', 'deals.example'],
    ['SITE_URL', 'ftp://deals.example'],
    ['DATABASE_URL', 'mysql://localhost/a'],
    ['CONTACT_EMAIL', 'nobody'],
    ['TRUST_PROXY', 'maybe'],
    ['SITE_NAME', ' '],
  ])('%s cannot be “%s”, which is said by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must`));
  });
});
