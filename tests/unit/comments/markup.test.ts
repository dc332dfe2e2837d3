import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHtml } from '../../../src/features/comments/markup.server.ts';
import { plainText } from '../../../src/features/comments/plain-text.ts';

const TAGS = /<\/?(?:p|strong|em|ul|li|blockquote|code|pre|ol(?: start="\d+")?)>|<br \/>|<a(?: href="[^"<>]*")? rel="ugc nofollow">|<\/a>/g;

/** The tags that are open at the end of a text, those aside that never close. */
function left(html: string): string[] {
  const open: string[] = [];
  for (const [, end, name] of html.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
    if (name === 'br') continue;
    if (end && open.at(-1) === name) open.pop();
    else open.push(`${end}${name}`);
  }
  return open;
}

describe('a comment as HTML', () => {
  test.each([
    ['One\ntwo\n\nthree', '<p>One<br />\ntwo</p>\n<p>three</p>'],
    ['**bold** and *italic*', '<p><strong>bold</strong> and <em>italic</em></p>'],
    ['- one\n- two', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>'],
    ['3. three\n4. four', '<ol start="3">\n<li>three</li>\n<li>four</li>\n</ol>'],
    ['> said\n\nanswered', '<blockquote>\n<p>said</p>\n</blockquote>\n<p>answered</p>'],
    ['`a < b`', '<p><code>a &lt; b</code></p>'],
    ['```\n<b>\n```', '<pre><code>&lt;b&gt;\n</code></pre>'],
    ['[a](https://example.com/?b=1&c)', '<p><a href="https://example.com/?b=1&amp;c" rel="ugc nofollow">a</a></p>'],
    ['![a picture](https://example.com/a.png)', '<p>!<a href="https://example.com/a.png" rel="ugc nofollow">a picture</a></p>'],
    ['see https://example.com/x.', '<p>see <a href="https://example.com/x" rel="ugc nofollow">https://example.com/x</a>.</p>'],
  ])('%j', (typed, html) => {
    expect(toHtml(typed)).toBe(html);
  });

  test.each([
    ...['# no heading', '<b>no tag</b>', '~~not struck~~', '| no | table |\n|---|---|'],
    ...[
      'setup.py and amazon.com',
      '[x](javascript:alert(1))',
      '[x](data:text/html,x)',
      '[x](//evil.example)',
      '[x](page.html)',
      '&lt;script&gt;',
      'a\n===',
      '---',
    ],
  ])('%j has no markup of its own', (typed) => {
    expect(toHtml(typed).replace(/<\/?(?:p|ul|li)>|<br \/>|\n/g, '')).not.toMatch(/[<>]/);
  });

  test('holds no tag but its own, no address but of the web, and no open entity, whatever was typed', () => {
    const pieces = [
      '<',
      '>',
      '&',
      '"',
      "'",
      '/',
      'p',
      'script',
      'javascript:',
      'https://',
      '[',
      '](',
      ')',
      '*',
      '_',
      '`',
      '> ',
      '- ',
      '\n',
      ' ',
      ';',
      '\\',
      '\u202e',
    ];
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(typed, (body) => {
        const html = toHtml(body);
        for (const [, address] of html.matchAll(/href="([^"]*)"/g)) expect(address).toMatch(/^(?:https?:\/\/|\/(?![\\/])|#)/i);
        expect(left(html), 'every tag is closed, in order').toEqual([]);
        const rest = html.replaceAll(TAGS, '');
        expect(rest).not.toMatch(/[<>]/);
        expect(rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
      { numRuns: 500 },
    );
  });

  test('keeps marks on letters and takes piles of them off; nothing turns what follows', () => {
    expect(toHtml('e\u0301 \u0e01\u0e35\u0e48')).toBe('<p>e\u0301 \u0e01\u0e35\u0e48</p>');
    expect(toHtml(`a${'\u0301'.repeat(10_000)}b`)).toBe(`<p>a${'\u0301'.repeat(4)}b</p>`);
    expect(toHtml('a\u202egnp.exe\u2066b')).toBe('<p>agnp.exeb</p>');
  });

  test('of the longest and most nested message is there soon', () => {
    for (const piece of ['> ', '- ', '[', '**a', '`', '<a ', '](', '![](', '\\', '_*'])
      expect(toHtml(piece.repeat(Math.floor(10_000 / piece.length)).slice(0, 10_000)).length).toBeLessThan(200_000);
  });

  test('has its words for search engines', () => {
    expect(plainText(toHtml('**One** & <two>\n\n- a\n- "b"'))).toBe('One & <two>\na\n"b"');
  });
});
