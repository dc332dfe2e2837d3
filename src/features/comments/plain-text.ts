/** What the sanitizer writes for characters that mean something in HTML. */
const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** The words of a comment's HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<br \/>|<\/(?:p|li|pre)>(?=.)/gs, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity]!)
    .replace(/\n{2,}/g, '\n')
    .trim();
