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
      scoreHiddenMinutes: 10,
      offlinePages: true,
      prerenderLimit: 100_000,
    });
  });

  test('follow one another', () => {
    expect(readConfig({ PORT: '80' }).siteUrl).toBe('http://localhost:80');
    expect(readConfig({ SITE_URL: 'https://deals.example/' })).toMatchObject({
      siteUrl: 'https://deals.example',
      contactEmail: 'help@deals.example',
    });
  });

  test('put what is published into the data folder, or where a web server gets at it', () => {
    expect(readConfig({ DATA_DIR: '/srv/data' }).publishDir).toBe('/srv/data/public');
    expect(readConfig({ DATA_DIR: '/srv/data', PUBLISH_DIR: '/srv/magpie' }).publishDir).toBe('/srv/magpie');
    for (const wrong of ['/srv/data', '/srv/data/', '/srv', '/', '/srv/data/site', '/srv/data/secret', '/srv/data/public/pages'])
      expect(() => readConfig({ DATA_DIR: '/srv/data', PUBLISH_DIR: wrong })).toThrow(/PUBLISH_DIR must be a folder of its own/);
    expect(readConfig({ DATA_DIR: '/srv/data', PUBLISH_DIR: '/srv/dat' }).publishDir).toBe('/srv/dat');
    expect(readConfig({ DATA_DIR: '/srv/data', PUBLISH_DIR: '/srv/data/public' }).publishDir).toBe('/srv/data/public');
  });

  test('that are empty count as unset', () => {
    expect(
      readConfig({ PORT: '', SITE_URL: '', DATABASE_URL: '', TRUST_PROXY: '', SCORE_HIDDEN_MINUTES: '', OFFLINE_PAGES: '', TRACKING: '' }),
    ).toMatchObject({
      port: 4321,
      siteUrl: 'http://localhost:4321',
      trustProxy: false,
      scoreHiddenMinutes: 10,
      offlinePages: true,
      tracking: 'on',
    });
    expect(readConfig({ OFFLINE_PAGES: '0' }).offlinePages).toBe(false);
  });

  test('can have new deals show their scores at once', () => {
    expect(readConfig({ SCORE_HIDDEN_MINUTES: '0' }).scoreHiddenMinutes).toBe(0);
  });

  test('of the search box are a path or an address, a number of letters and a host', () => {
    expect(readConfig({ SEARCH_ACTION: '', SEARCH_MINIMUM: '', SITE_HOST: '' })).toMatchObject({
      search: { action: '/search', minimum: 1 },
      siteHost: 'deals',
    });
    expect(readConfig({ SEARCH_ACTION: 'https://search.example/find', SEARCH_MINIMUM: '3', SITE_HOST: 'coupons' })).toMatchObject({
      search: { action: 'https://search.example/find', minimum: 3 },
      siteHost: 'coupons',
    });
  });

  test.each([
    ['HOST', ''],
    ['DATA_DIR', ''],
    ['SITE_COLOR', 'red'],
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '1e3'],
    ['PORT', '0x10'],
    ['PORT', ' 80'],
    ['PORT', '+80'],
    ['PORT', '080'],
    ['PORT', '80.0'],
    ['SITE_URL', 'deals.example'],
    ['SITE_URL', 'ftp://deals.example'],
    ['SITE_URL', 'https://shop.example/deals'],
    ['SITE_URL', 'https://deals.example/?from=mail'],
    ['SITE_URL', 'https://deals.example/#top'],
    ['SITE_URL', 'https://me@deals.example'],
    ['DATABASE_URL', 'mysql://localhost/a'],
    ['CONTACT_EMAIL', 'nobody'],
    ['CONTACT_EMAIL', 'a@b@c'],
    ['CONTACT_EMAIL', 'Help <help@deals.example>'],
    ['TRUST_PROXY', 'maybe'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'some'],
    ['SITE_NAME', ' '],
    ['SITE_NAME', 'Magpie'.repeat(7)],
    ['SITE_CURRENCY', 'Dollar'],
    ['SITE_LOCALE', 'de_DE'],
    ['SITE_LOCALE', 'deutsch'],
    ['SITE_LOCALE', 'xx'],
    ['SITE_TIMEZONE', 'Berlin'],
    ['SECRET', 'short'],
    ['SMTP_URL', 'http://mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['ALERTS_FROM', 'nobody'],
    ['SCORE_HIDDEN_MINUTES', '-1'],
    ['SCORE_HIDDEN_MINUTES', '1.5'],
    ['SCORE_HIDDEN_MINUTES', 'some'],
    ['SCORE_HIDDEN_MINUTES', '1441'],
    ['SCORE_HIDDEN_MINUTES', ' '],
    ['SCORE_HIDDEN_MINUTES', '1e1'],
    ['SEARCH_ACTION', 'search'],
    ['SEARCH_ACTION', '//search.example'],
    ['SEARCH_ACTION', 'javascript:alert(1)'],
    ['SEARCH_ACTION', '/search?q=1'],
    ['SEARCH_MINIMUM', '-1'],
    ['SEARCH_MINIMUM', 'some'],
    ['SEARCH_MINIMUM', ' '],
    ['SEARCH_MINIMUM', '0x2'],
    ['SITE_HOST', 'cashback'],
    ['FETCH_PRIVATE_HOSTS', 'http://media.intern'],
    ['FETCH_PRIVATE_HOSTS', 'media.intern:x'],
    ['FETCH_PRIVATE_HOSTS', '10.0.0.0/8'],
    ['REG_MODAL_SMALL', 'huge'],
    ['REG_MODAL_LARGE', 'drawer'],
    ['GOOGLE_ISSUER', 'accounts.google.com'],
    ['FACEBOOK_APP_ID', 'ours'],
  ])('%s cannot be “%s”, which is said by name in one line', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} must.*$`));
  });

  test('with a free port name the site’s address, because links would name port 0', () => {
    for (const SITE_URL of [undefined, ''])
      expect(() => readConfig({ PORT: '0', SITE_URL })).toThrow(
        new ConfigError('SITE_URL must be set, too, where PORT is 0: links would name port 0. Set it, or another PORT'),
      );
    expect(readConfig({ PORT: '0', SITE_URL: 'https://deals.example' })).toMatchObject({ port: 0, siteUrl: 'https://deals.example' });
  });

  test('may be an address without a dot to write to, as the default is where the host has none', () => {
    for (const CONTACT_EMAIL of [readConfig({}).contactEmail, 'help@intranet'])
      expect(readConfig({ CONTACT_EMAIL }).contactEmail).toBe(CONTACT_EMAIL);
  });

  test('may name hosts of one’s own network that are asked for pictures', () => {
    expect([...readConfig({}).privateHosts, ...readConfig({ FETCH_PRIVATE_HOSTS: ' ' }).privateHosts]).toEqual([]);
    const hosts = readConfig({ FETCH_PRIVATE_HOSTS: 'Media.intern  10.0.0.5:8080 [fd00::1]:81' }).privateHosts;
    expect([...hosts]).toEqual(['media.intern', '10.0.0.5:8080', '[fd00::1]:81']);
  });

  test('of sign-in are off until their keys are set', () => {
    const off = { google: undefined, facebook: undefined, captcha: undefined, smtpUrl: undefined, secret: undefined };
    expect(readConfig({})).toMatchObject({
      ...off,
      mailFrom: 'no-reply@localhost',
      alertsFrom: 'no-reply@localhost',
      regModal: { showOnPageLoad: false, small: 'drawer', large: 'center' },
    });
    expect(readConfig({ GOOGLE_CLIENT_ID: '', GOOGLE_ISSUER: '', REG_MODAL_LARGE: '', RECAPTCHA_URL: '' })).toMatchObject(off);
    expect(readConfig({ GOOGLE_CLIENT_ID: ' ', RECAPTCHA_V3_PUBLIC_KEY: ' ', RECAPTCHA_V3_SECRET: ' ' })).toMatchObject(off);
    expect(readConfig({ GOOGLE_CLIENT_ID: 'ours' }).google).toEqual({ clientId: 'ours', issuer: 'https://accounts.google.com' });
    expect(readConfig({ RECAPTCHA_V3_PUBLIC_KEY: 'p', RECAPTCHA_V3_SECRET: 's' }).captcha).toEqual({
      ...{ v3: { publicKey: 'p', secret: 's' }, v2: undefined, url: 'https://www.google.com' },
    });
  });

  test.each([
    [{ FACEBOOK_APP_ID: '42' }, 'FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'],
    [{ FACEBOOK_APP_ID: '42', FACEBOOK_APP_SECRET: ' ' }, 'FACEBOOK_APP_SECRET', 'FACEBOOK_APP_ID'],
    [{ RECAPTCHA_V2_SECRET: 's' }, 'RECAPTCHA_V2_PUBLIC_KEY', 'RECAPTCHA_V2_SECRET'],
  ])('that need one another are asked for: %o', (set, missing, given) => {
    expect(() => readConfig(set)).toThrow(new RegExp(`^${missing} must be set, too, where ${given} is$`));
  });

  test('that are an address broken by a letter of its password say how to write it', () => {
    for (const letter of ['/', '#', '?'])
      expect(() => readConfig({ DATABASE_URL: `postgres://me:hunter${letter}2@127.0.0.1/deals` })).toThrow(
        / of a password written as %2F %23 %3F /,
      );
    expect(readConfig({ DATABASE_URL: 'postgres://me:hunter%2F2@127.0.0.1/deals' }).databaseUrl).toContain('hunter%2F2');
  });

  test('that hold secrets are not repeated when they are wrong', () => {
    for (const [name, value] of [
      ['SECRET', 'hunter2'],
      ['SITE_URL', 'https://me:hunter2@deals.example'],
      ['SMTP_URL', 'http://me:hunter2@mail.example'],
      ['DATABASE_URL', 'mysql://me:hunter2@db.example'],
    ] as const)
      expect(() => readConfig({ [name]: value })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
      );
  });
});
