import { escapeXml } from '../../lib/xml.ts';

/** A comment as calls and pages carry it (contract.md, Community). */
export interface Reply {
  postid: number;
  parentid: number | null;
  userid: number | null;
  username: string;
  avatar: string | null;
  reputation: number;
  postedAt: string;
  bodyHtml: string;
  score: number;
  replyCount: number;
}

/** Plain text as HTML: paragraphs at blank lines, breaks at single ones, everything else as it was typed. */
export function toHtml(body: string): string {
  const escaped = escapeXml(body.trim());
  return escaped
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>')}</p>`)
    .join('');
}
