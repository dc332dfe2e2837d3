import { describe, expect, test } from 'vitest';
import { parsePieces } from '../../../src/features/texts/markdown.server.ts';

const VALUES = { 'site-name': 'Deals & <Co>', 'contact-email': 'help@deals.example' };
const pieces = (body: string) => parsePieces(body, VALUES);
const html = (body: string) =>
  pieces(body)
    .map((piece) => ('html' in piece ? piece.html : `[${piece.block}]`))
    .join('');

describe('Markdown of a text', () => {
  test('is cut at its blocks, which stand alone on a line', () => {
    expect(pieces('One\n::cookies\nTwo\n\n::third-parties')).toEqual([
      { html: '<p>One</p>\n' },
      { block: 'cookies' },
      { html: '<p>Two</p>\n' },
      { block: 'third-parties' },
    ]);
    expect(pieces('')).toEqual([]);
  });

  test('shows a block in code, in a list or in a sentence as it was typed, and leaves out one that is not known', () => {
    expect(html('```\n::cookies\n```')).toContain('::cookies');
    expect(html('- ::cookies')).toContain('<li>::cookies</li>');
    expect(html('see ::cookies')).toBe('<p>see ::cookies</p>\n');
    expect(html('One\n\n::gone\n\nTwo')).toBe('<p>One</p>\n<p>Two</p>\n');
  });

  test('has values filled in, escaped, and none in words, times and addresses', () => {
    expect(html(':site-name, and **:site-name**’s')).toBe('<p>Deals &amp; &lt;Co&gt;, and <strong>Deals &amp; &lt;Co&gt;</strong>’s</p>\n');
    expect(html('Write to :contact-email.')).toBe('<p>Write to <a href="mailto:help@deals.example">help@deals.example</a>.</p>\n');
    expect(html('[to :contact-email](/help)')).toBe('<p><a href="/help">to help@deals.example</a></p>\n');
    expect(html('at 10:30, note:this, `:site-name`, \\:site-name, :gone')).toBe(
      '<p>at 10:30, note:this, <code>:site-name</code>, :site-name, :gone</p>\n',
    );
  });

  test('has headings with ids that nothing else on the page has, and none of the first level', () => {
    expect(html('## Who *pays*?\n\n## Who pays\n\n## Über uns {#us}\n\n### Content\n\n# 中文')).toBe(
      '<h2 id="who-pays">Who <em>pays</em>?</h2>\n<h2 id="who-pays-1">Who pays</h2>\n<h2 id="us">Über uns</h2>\n<h3 id="content-1">Content</h3>\n<h2 id="中文">中文</h2>\n',
    );
  });

  test('links to the web with a rel, to the site without, and to nothing that runs', () => {
    expect(html('[a](https://a.example/?x=1&y) https://b.example/c')).toBe(
      '<p><a href="https://a.example/?x=1&amp;y" rel="noopener">a</a> <a href="https://b.example/c" rel="noopener">https://b.example/c</a></p>\n',
    );
    expect(html('[a](/help) [b](#contact) [c](tel:+491)')).toBe(
      '<p><a href="/help">a</a> <a href="#contact">b</a> <a href="tel:+491">c</a></p>\n',
    );
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'vbscript:x'])
      expect(html(`[a](${address})`)).not.toContain('<a');
  });

  test('shows HTML and pictures as they were typed', () => {
    expect(html('<script>alert(1)</script>')).toBe('<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n');
    expect(html('a <b onclick="x">b</b>')).not.toContain('<b');
    expect(html('![a](/logo.png)')).not.toContain('<img');
  });

  test('has tables that scroll, without the style attributes that the Content-Security-Policy blocks', () => {
    const table = html('| a | b |\n| :-: | --: |\n| 1 | 2 |');
    expect(table).toContain('<div class="table-scroll" tabindex="0" role="region" aria-label="Table">');
    expect(table).toContain('<th>a</th>');
    expect(table).toContain('<td>2</td>');
    expect(table).not.toContain('style');
  });
});
