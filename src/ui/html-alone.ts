/** HTML without its scripts and styles: they do not run where a page puts it in, and the page has those of islands. */
export const htmlAlone = (html: string) => html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').trim();
