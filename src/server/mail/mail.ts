import { mailHtml } from './html.ts';
import type { Letter, Mail } from './letter.ts';

/** Has a letter say the same as text and as HTML (issue 4, Mail). */
export function mailOf(letter: Letter): Mail {
  const { to, paragraphs, action, siteName, siteUrl } = letter;
  const subject = oneLine(letter.subject);
  const text = [
    ...paragraphs,
    // Alone on its line, where mail programs find it.
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `-- \n${siteName}\n${siteUrl}`,
  ].join('\n\n');
  return { to, subject, text: `${text}\n`, html: mailHtml({ ...letter, subject }) };
}

/** A header ends where its line ends. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
