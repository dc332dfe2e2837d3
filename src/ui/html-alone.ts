/** HTML without scripts and styles: scripts do not run in inserted HTML, and the page already has those of islands. */
export const htmlAlone = (html: string) => html.replaceAll(/<(script|style)\b.*?<\/\1>/gs, '').trim();
