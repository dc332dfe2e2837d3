import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHtml } from '../../../src/features/comments/comment.ts';

describe('a comment as HTML', () => {
  test('has a paragraph at every blank line and a break at every other', () => {
    expect(toHtml('One\ntwo\n\n three\n \nfour ')).toBe('<p>One<br>two</p><p> three</p><p>four</p>');
  });

  test('shows markup as it was typed', () => {
    expect(toHtml(`<b>"bold"</b> & 'so'`)).toBe('<p>&lt;b&gt;&quot;bold&quot;&lt;/b&gt; &amp; &#39;so&#39;</p>');
  });

  test('holds no tag but its own and no open entity, whatever was typed', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('<', '>', '&', '"', "'", '/', 'p', 'b', '\n', ' ', ';') }),
    );
    fc.assert(
      fc.property(typed, (body) => {
        const rest = toHtml(body).replaceAll(/<\/?p>|<br>/g, '');
        expect(rest).not.toMatch(/[<>"']/);
        expect(rest.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });
});
