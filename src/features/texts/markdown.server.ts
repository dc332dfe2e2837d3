import MarkdownIt, { type MarkdownIt as Markdown, type StateBlock, type StateCore, type StateInline, type Token } from 'markdown-it';
import { BLOCK_LINE, isBlock, isValue, VALUE, type BlockName, type ValueName } from './directives.ts';

/** A piece of a page of text: HTML, or a block that is filled in where the page is made. */
export type TextPiece = { html: string } | { block: BlockName };

/** Addresses of the web, of mail and of telephones, paths of this site, and places on the page; a link to anything else is its text alone. */
export const ALLOWED_LINK = /^(?:https?:\/\/|mailto:|tel:|\/(?![\\/])|#)/i;
const ELSEWHERE = /^https?:/i;
/** Ids that the page around every text uses. */
const TAKEN = ['content', 'data-layer', 'menu', 'search-text', 'sign-in', 'trending-label', 'user-menu'];

/** Parses a text's Markdown into pieces. Raw HTML, pictures and unknown directives are shown as they were typed. */
export function parsePieces(body: string, values: Record<ValueName, string>): TextPiece[] {
  const markdown = textMarkdown(values);
  markdown.validateLink = (address) => ALLOWED_LINK.test(address);
  const tokens = markdown.disable('image').parse(body, {});
  const cuts = tokens.flatMap((token, at) => (token.type === BLOCK ? [at] : []));
  return [-1, ...cuts].flatMap((cut, index): TextPiece[] => {
    const name = tokens[cut]?.content ?? '';
    const html = markdown.renderer.render(tokens.slice(cut + 1, cuts[index]), markdown.options, {});
    return [...(isBlock(name) ? [{ block: name }] : []), ...(html === '' ? [] : [{ html }])];
  });
}

/** The type of a block's token; its content is the block's name. */
export const BLOCK = 'directive';
/** The type of the token of a value that is not known; its content is the name. */
export const UNKNOWN_VALUE = 'unknown_value';

/** A Markdown parser for texts, with or without raw HTML. Blocks and values become tokens, headings get ids. */
export function textMarkdown(values: Record<ValueName, string>, html = false): Markdown {
  const markdown = new MarkdownIt({ html, linkify: true });
  // Only text with a scheme becomes a link.
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  markdown.block.ruler.before('paragraph', BLOCK, readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  markdown.inline.ruler.before('link', 'value', (state, silent) => readValue(state, values, silent));
  markdown.core.ruler.push('headings', nameHeadings);
  markdown.core.ruler.push('attributes', setAttributes);
  Object.assign(markdown.renderer.rules, {
    table_open: () => '<div class="table-scroll" tabindex="0" role="region" aria-label="Table">\n<table>\n',
    table_close: () => '</table>\n</div>\n',
    [UNKNOWN_VALUE]: (tokens: Token[], at: number) => `:${tokens[at]?.content}`,
  });
  return markdown;
}

function readBlock(state: StateBlock, from: number, _to: number, silent: boolean): boolean {
  if (state.level > 0 || (state.sCount[from] ?? 0) >= 4) return false;
  const typed = state.src.slice((state.bMarks[from] ?? 0) + (state.tShift[from] ?? 0), state.eMarks[from]);
  const name = BLOCK_LINE.exec(typed)?.[1];
  if (name === undefined) return false;
  if (silent) return true;
  state.line = from + 1;
  const token = state.push(BLOCK, '', 0);
  token.content = name;
  token.map = [from, state.line];
  return true;
}

function readValue(state: StateInline, values: Record<ValueName, string>, silent: boolean): boolean {
  if (state.src[state.pos] !== ':') return false;
  const pattern = new RegExp(VALUE.source, 'y');
  pattern.lastIndex = state.pos;
  const name = pattern.exec(state.src)?.[1];
  if (name === undefined) return false;
  if (!silent) {
    const isLink = name === 'contact-email' && state.linkLevel === 0;
    if (isLink) state.push('link_open', 'a', 1).attrSet('href', `mailto:${values[name]}`);
    state.push(isValue(name) ? 'text' : UNKNOWN_VALUE, '', 0).content = isValue(name) ? values[name] : name;
    if (isLink) state.push('link_close', 'a', -1);
  }
  state.pos = pattern.lastIndex;
  return true;
}

/**
 * Gives headings ids: the one written after them as `{#id}`, or one made of their words. The page's title is its only first-level heading.
 */
function nameHeadings({ tokens }: StateCore): void {
  const taken = new Set(TAKEN);
  for (const [at, open] of tokens.entries()) {
    if (open.type !== 'heading_open') continue;
    const text = tokens[at + 1]?.children?.findLast(({ type }) => type === 'text');
    const given = /\{#([\w-]+)\}\s*$/.exec(text?.content ?? '');
    if (text && given) text.content = text.content.slice(0, given.index).trimEnd();
    const words = tokens[at + 1]?.children?.map(({ content }) => content).join('') ?? '';
    const id =
      given?.[1] ??
      (words
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu)
        ?.join('-') ||
        'section');
    let free = id;
    for (let count = 1; taken.has(free); count++) free = `${id}-${count}`;
    taken.add(free);
    open.attrSet('id', free);
    if (open.tag === 'h1') open.tag = 'h2';
    const close = tokens.slice(at).find(({ type }) => type === 'heading_close');
    if (close) close.tag = open.tag;
  }
}

function setAttributes({ tokens }: StateCore): void {
  for (const { type, attrs, children } of tokens) {
    // Alignment comes as `style`, which the Content-Security-Policy blocks.
    if (attrs && (type === 'th_open' || type === 'td_open')) attrs.length = 0;
    for (const link of children ?? [])
      if (link.type === 'link_open' && ELSEWHERE.test(String(link.attrGet('href')))) link.attrSet('rel', 'noopener');
  }
}
