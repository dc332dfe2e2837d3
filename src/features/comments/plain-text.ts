/** The words of a comment's HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<br \/>|<\/(?:p|li|pre)>(?=.)/gs, '\n')
    .replace(/<[^<>]*>/g, '')
    // The sanitizer's escapes of HTML's special characters; `&` comes last, so that nothing is decoded twice.
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\n{2,}/g, '\n')
    .trim();
