import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { BIDI_CONTROLS } from '../../lib/bidi-controls.ts';
import { mentions, type Mentioned } from './mention-rule.ts';

/** Quotes and lists that are nested deeper than this are shown as they were typed. */
const DEEPEST = 12;

/** The subset of Markdown that comments have (issue 5): paragraphs, bold, italic, lists, quotes, links, code. */
const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: DEEPEST }).disable([
  'heading',
  'lheading',
  'hr',
  'table',
  'reference',
  'code',
  'html_block',
  'image',
  'html_inline',
  'strikethrough',
]);
/** Addresses of the web, and places on this site; a link to anything else is its text alone. */
const LEADS_SOMEWHERE = /^(?:https?:\/\/|\/(?![\\/])|#)/i;
markdown.validateLink = (address) => LEADS_SOMEWHERE.test(address);
// Only text with a scheme becomes a link: file names and "etc.so" do not.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.use(mentions);

/** The only HTML that gets into a page, whatever the parser returns. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'blockquote', 'a', 'code', 'pre'],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  transformTags: { a: (tagName, { href = '' }) => ({ tagName, attribs: { href, rel: 'ugc nofollow' } }) },
};

/** More combining marks on one letter than any script needs; they would cover the comments around it. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** A cache: the same comments are in pages, payloads and answers, and making their HTML takes longer than reading them. */
const kept = new LRUCache<string, string>({ maxSize: 8_000_000, sizeCalculation: (html, key) => html.length + key.length + 1 });

/** A comment's text as HTML that is safe in a page. @param mentioned members whose names become links to their pages */
export function toHtml(body: string, mentioned: Mentioned | null = null): string {
  const key = `${mentioned ? JSON.stringify(mentioned) : ''}\n${body}`;
  let html = kept.get(key);
  if (html === undefined) {
    const text = body.replace(BIDI_CONTROLS, '').replace(STACKED_MARKS, '$1');
    html = sanitizeHtml(markdown.render(text, { mentioned }), ALLOWED).trim();
    kept.set(key, html);
  }
  return html;
}

/** The tokens of a comment's text, from which its HTML is made. */
export const parseComment = (body: string, mentioned: Mentioned | null = null) => markdown.parse(body, { mentioned });
