import { mailHtml } from './html.ts';
import type { MailContent, Mail, MailDeal, MailLink } from './mail-content.ts';

/** Renders the content of a mail as text and as HTML (issue 4, Mail). */
export function renderMail(content: MailContent): Mail {
  const { to, paragraphs, action, deals = [], lines = [], notes = [], endings = [], siteName, siteUrl } = content;
  const subject = oneLine(content.subject);
  const text = [
    ...paragraphs,
    // Alone on its line, where mail programs find it.
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...deals.map(dealText),
    ...lines.map(linkText),
    ...notes,
    ...(endings.length > 0 ? [endings.map(linkText).join('\n')] : []),
    ...(content.because ? [`${content.because} ${new URL(siteUrl).host}.`] : []),
    `-- \n${siteName}\n${siteUrl}`,
  ].join('\n\n');
  return { to, subject, text: `${text}\n`, html: mailHtml({ ...content, subject }) };
}

const linkText = ({ label, url }: MailLink) => `${label}:\n${url}`;

const dealText = ({ title, url, why, ...deal }: MailDeal) => `${title}\n${priceLine(deal)}\n${why}\n${url}`;

/** Such as "$49.99, 38% off $79.99, at Acme". */
const priceLine = ({ price, listPrice, percentOff, store }: Pick<MailDeal, 'price' | 'listPrice' | 'percentOff' | 'store'>) =>
  [price, listPrice && (percentOff ? `${percentOff}% off ${listPrice}` : `was ${listPrice}`), `at ${store}`].filter(Boolean).join(', ');

/** A header ends where its line ends. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
