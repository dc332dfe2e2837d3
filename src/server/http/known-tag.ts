/**
 * Whether a client has what a tag stands for, by its `If-None-Match`: one tag, several, or `*` (weak comparison, RFC 9110, 13.1.2).
 * @param tag in quotation marks, without `W/`; its beginning alone stands for all tags that begin so
 */
export const knowsTag = (header: string | null | undefined, tag: string): boolean =>
  header !== null && header !== undefined && (header.includes(tag) || header.trim() === '*');
