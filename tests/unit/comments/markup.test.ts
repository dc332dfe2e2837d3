import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { describe, expect, test, vi } from 'vitest';
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
    ['[a](http://example.com/)', '<p><a href="http://example.com/" rel="ugc nofollow">a</a></p>'],
    ['[a](HTTPS://example.com/)', '<p><a href="HTTPS://example.com/" rel="ugc nofollow">a</a></p>'],
    ['[a](/f/1-a-deal)', '<p><a href="/f/1-a-deal" rel="ugc nofollow">a</a></p>'],
    ['[a](/)', '<p><a href="/" rel="ugc nofollow">a</a></p>'],
    ['[a](#post-7)', '<p><a href="#post-7" rel="ugc nofollow">a</a></p>'],
    ['see https://example.com/x.', '<p>see <a href="https://example.com/x" rel="ugc nofollow">https://example.com/x</a>.</p>'],
  ])('%j', (typed, html) => {
    expect(toHtml(typed)).toBe(html);
  });

  test.each([
    'ada@example.com',
    'example.com and 127.0.0.1',
    'ftp://example.com',
    '[a](ftp://example.com)',
    '[a](x#post)',
    '[a](x/y)',
    '[a](x:/y)',
    '[a][1]\n\n[1]: /all',
    '    indented',
  ])('%j holds neither a link nor code', (typed) => {
    expect(toHtml(typed)).not.toMatch(/<(?:a|code|pre)\b/);
  });

  test('shows quotes as they were typed from the twelfth on', () => {
    expect(toHtml(`${'> '.repeat(5)}deep`).match(/<blockquote>/g)).toHaveLength(5);
    expect(toHtml(`${'> '.repeat(50)}deep`).match(/<blockquote>/g)!.length).toBeLessThan(13);
  });

  test('is made once', () => {
    const render = vi.spyOn(MarkdownIt.prototype, 'render');
    const made = [toHtml('made **once**'), toHtml('made **once**')];
    expect([render.mock.calls.length, ...made]).toEqual([1, made[0], made[0]]);
    render.mockRestore();
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

  test('keeps four marks on a letter, and no sign that turns or ends turning', () => {
    expect(toHtml(`a${'\u0301'.repeat(3)}b`)).toBe(`<p>a${'\u0301'.repeat(3)}b</p>`);
    expect(toHtml(`a${'\u0301'.repeat(5)}b${'\u0302'.repeat(6)}c`)).toBe(`<p>a${'\u0301'.repeat(4)}b${'\u0302'.repeat(4)}c</p>`);
    expect(toHtml('a\u202a\u202c\u2067\u2069b')).toBe('<p>ab</p>');
    expect(toHtml('a\u200fb\u2065c')).toBe('<p>a\u200fb\u2065c</p>');
  });

  test.each([
    ['<p>One<br />\ntwo</p>', 'One\ntwo'],
    ['<p>One<br />two</p>', 'One\ntwo'],
    ['<p>One</p><p>two</p>', 'One\ntwo'],
    ['<p>One</p>\n\n\n<p>two</p>', 'One\ntwo'],
    ['<ul><li>One</li><li>two</li></ul>', 'One\ntwo'],
    ['<pre><code>One</code></pre><p>two</p>', 'One\ntwo'],
    ['<p>One <strong>two</strong></p>', 'One two'],
    ['<p> One </p>', 'One'],
    ['<p>&lt;a&gt; &quot;b&quot; &#39;c&#39; &amp;</p>', `<a> "b" 'c' &`],
    ['<p>&amp;lt;</p>', '&lt;'],
    ['', ''],
  ])('%j says %j', (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  test('has its words for search engines', () => {
    expect(plainText(toHtml('**One** & <two>\n\n- a\n- "b"'))).toBe('One & <two>\na\n"b"');
  });
});
