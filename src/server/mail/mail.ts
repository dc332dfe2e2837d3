import { mailHtml } from './html.ts';
import type { Letter, Mail, MailDeal, MailLink } from './letter.ts';

/** Has a letter say the same as text and as HTML (issue 4, Mail). */
export function mailOf(letter: Letter): Mail {
  const { to, paragraphs, action, deals = [], lines = [], notes = [], endings = [], siteName, siteUrl } = letter;
  const subject = oneLine(letter.subject);
  const text = [
    ...paragraphs,
    // Alone on its line, where mail programs find it.
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...deals.map(dealText),
    ...lines.map(linkText),
    ...notes,
    ...(endings.length > 0 ? [endings.map(linkText).join('\n')] : []),
    ...(letter.because ? [letter.because] : []),
    `-- \n${siteName}\n${siteUrl}`,
  ].join('\n\n');
  return { to, subject, text: `${text}\n`, html: mailHtml({ ...letter, subject }) };
}

const linkText = ({ label, url }: MailLink) => `${label}:\n${url}`;

const dealText = ({ title, url, why, ...deal }: MailDeal) => `${title}\n${priceLine(deal)}\n${why}\n${url}`;

/** Such as "$49.99, 38% off $79.99, at Acme". */
const priceLine = ({ price, listPrice, percentOff, store }: Pick<MailDeal, 'price' | 'listPrice' | 'percentOff' | 'store'>) =>
  [price, listPrice && (percentOff ? `${percentOff}% off ${listPrice}` : `was ${listPrice}`), `at ${store}`].filter(Boolean).join(', ');

/** A header ends where its line ends. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
