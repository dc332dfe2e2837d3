import { describe, expect, test } from 'vitest';
import { ageWords } from '../../../src/features/offline/age.ts';
import { filesIn, scriptsIn, titleIn, withNotice } from '../../../src/features/offline/page-text.ts';

const MINUTE = 60_000;

test.each([
  [0, 'a moment ago'],
  [-5, 'a moment ago'],
  [59_999, 'a moment ago'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE, '59 minutes ago'],
  [60 * MINUTE, '1 hour ago'],
  [3.9 * 60 * MINUTE, '3 hours ago'],
  [24 * 60 * MINUTE, '1 day ago'],
  [400 * 24 * 60 * MINUTE, '400 days ago'],
])('%i milliseconds are %s', (passed, words) => {
  expect(ageWords(passed)).toBe(words);
});

test('a title is that of the page, without the site’s name, as people read it', () => {
  expect(titleIn('<head><title>Salt &amp; pepper | 24&quot; mill | Magpie</title>')).toBe('Salt & pepper | 24" mill');
  expect(titleIn('<p>nothing</p>')).toBe('');
});

describe('files', () => {
  test('a page needs its styles, fonts and scripts, and names its pictures and islands; other sites’ and other addresses are none', () => {
    const html = `<link rel="stylesheet" href="/_astro/site.css"><script type="module" src="/_astro/page.js"></script><link rel="canonical" href="https://deals.example/f/1">
      <link rel="icon" href="/favicon.svg"><img src="/pictures/lamp.svg"><img src="https://shop.example/a.png"><a href="/popular">
      <astro-island component-url="/_astro/Votes.js" renderer-url="/_astro/client.js"><img src="/pictures/lamp.svg"><img src="/profile/avatar/m-1.svg">`;
    expect(filesIn(html)).toEqual({
      needed: ['/_astro/site.css', '/_astro/page.js', '/favicon.svg'],
      others: ['/pictures/lamp.svg', '/_astro/Votes.js', '/_astro/client.js', '/profile/avatar/m-1.svg'],
    });
  });

  test('a script needs what it imports at once, and names what it imports later', () => {
    const source = 'import{a as b}from"./map.D-1_x.js";import"./side.js";import("./later.js");const c=()=>import(`./last.js`);';
    expect(scriptsIn(source)).toEqual({
      needed: ['/_astro/map.D-1_x.js', '/_astro/side.js'],
      others: ['/_astro/later.js', '/_astro/last.js'],
    });
  });
});

describe('the bar on a page that was kept', () => {
  const html =
    '<link rel="preload" as="fetch" crossorigin href="/ajax/x" data-banner><body><div class="banner-space banner-space--none"></div><main id="content">$& text</main>';

  test('says why, and how old the page is; there is no banner then', () => {
    const shown = withNotice(html, 'offline', '3 hours ago');
    expect(shown).toContain('You are offline. This page is from 3 hours ago; prices and votes may have changed.');
    expect(shown).toMatch(/^<body><div class="offline-bar" role="status" data-kept>.*<\/div><main id="content">\$& text<\/main>$/);
    expect(withNotice(html, 'slow', 'a moment ago')).toContain('Your connection is slow. This page is from a moment ago;');
    expect(withNotice(html, 'unreachable', '1 day ago')).toContain('The site cannot be reached.');
  });

  test('says that a page is not kept', () => {
    expect(withNotice(html, 'offline')).toContain('You are offline. This page is not saved on this device.');
  });
});
