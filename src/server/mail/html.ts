import { escapeXml } from '../../lib/xml.ts';
import type { MailContent, MailDeal, MailLink } from './mail-content.ts';

// Mail programs hardly support stylesheets, so every element has its own style. The colours are the
// light ones of the site's tokens.
const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#131a2b';
const INK_SOFT = '#525d76';
const ACTION = '#1f5fe0';
const GROUND = '#f2f5fb';
const LINE = '#dfe5f1';
const SAVING = '#b93a0c';
/** How many deals and other notifications the preview names. */
const PREVIEWED = 3;

/** The HTML part of a mail: one column, one button, its address written out below; it reads well without styles too. */
export function mailHtml(content: Omit<MailContent, 'to'>): string {
  const {
    subject,
    paragraphs,
    action,
    deals = [],
    lines = [],
    notes = [],
    endings = [],
    because,
    siteName,
    siteUrl,
    color = ACTION,
  } = content;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeXml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${GROUND};color:${INK};${FONT}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeXml(previewOf(content))}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}">
<tr><td align="center" style="padding:32px 16px">
<div style="max-width:520px;text-align:left;overflow-wrap:anywhere;word-break:break-word">
<p style="margin:0 0 16px;font-size:20px;font-weight:700;${FONT}">
<a href="${escapeXml(siteUrl)}" style="color:${INK};text-decoration:none">${escapeXml(siteName)}</a>
</p>
<div style="padding:32px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:${INK};${FONT}">${escapeXml(subject)}</h1>
${[...paragraphs.map(paragraph), ...(action ? [button(action, color)] : []), ...deals.map(dealBlock), ...lines.map((line) => linkLine(line, color)), ...notes.map(paragraph)].join('\n')}
</div>
<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:${INK_SOFT};${FONT}">
${because === undefined ? `${escapeXml(siteName)} sent this mail because someone entered your address at` : escapeXml(because)}
<a href="${escapeXml(siteUrl)}" style="color:${INK_SOFT}">${escapeXml(new URL(siteUrl).host)}</a>.
</p>${endings.length > 0 ? `\n${endingList(endings)}` : ''}
</div>
</td></tr>
</table>
</body>
</html>
`;
}

/** What an inbox shows beside the subject, which is otherwise the site's name and the subject again. */
function previewOf({ paragraphs, deals = [], lines = [] }: Pick<MailContent, 'paragraphs' | 'deals' | 'lines'>): string {
  const [deal] = deals;
  if (deal && deals.length === 1) return `At ${deal.store}. ${deal.why}`;
  return (
    paragraphs[0] ??
    [...deals, ...lines]
      .map((each) => ('title' in each ? each.title : each.label))
      .slice(0, PREVIEWED)
      .join(' · ')
  );
}

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:15px;line-height:24px;color:${INK};${FONT}">${escapeXml(text).replaceAll('\n', '<br>\n')}</p>`;

/** A deal as a row: the picture where there is one, and what a card of the site says. */
function dealBlock({ title, url, picture, price, listPrice, percentOff, store, why }: MailDeal): string {
  const href = escapeXml(url);
  const image = picture
    ? `<td width="96" valign="top" style="padding:16px 16px 16px 0"><a href="${href}">
<img src="${escapeXml(picture)}" width="96" alt="" style="display:block;width:96px;height:auto;border:0;border-radius:8px"></a></td>\n`
    : '';
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="border-top:1px solid ${LINE}">
<tr>${image}<td valign="top" style="padding:16px 0;font-size:15px;line-height:22px;color:${INK};${FONT}">
<a href="${href}" style="color:${INK};font-weight:600;text-decoration:none">${escapeXml(title)}</a><br>
<span style="font-size:18px;font-weight:700">${escapeXml(price)}</span>${
    listPrice ? ` <span style="color:${INK_SOFT};text-decoration:line-through">${escapeXml(listPrice)}</span>` : ''
  }${percentOff ? ` <span style="color:${SAVING};font-weight:600">${percentOff}% off</span>` : ''}
<span style="color:${INK_SOFT}">at ${escapeXml(store)}</span><br>
<span style="font-size:13px;color:${INK_SOFT}">${escapeXml(why)}</span>
</td></tr>
</table>`;
}

const linkLine = ({ label, url }: MailLink, color: string) =>
  `<p style="margin:0;padding:12px 0;border-top:1px solid ${LINE};font-size:15px;line-height:24px;${FONT}">
<a href="${escapeXml(url)}" style="color:${color}">${escapeXml(label)}</a></p>`;

const endingList = (endings: MailLink[]) =>
  `<p style="margin:8px 0 0;font-size:13px;line-height:24px;${FONT}">
${endings.map(({ label, url }) => `<a href="${escapeXml(url)}" style="color:${INK_SOFT}">${escapeXml(label)}</a>`).join('<br>\n')}
</p>`;

function button({ label, url }: NonNullable<MailContent['action']>, color: string): string {
  const href = escapeXml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
<tr><td style="background:${color};border-radius:8px">
<a href="${href}" style="display:inline-block;padding:12px 24px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none;${FONT}">
${escapeXml(label)}
</a>
</td></tr>
</table>
<p style="margin:0;font-size:13px;line-height:20px;color:${INK_SOFT};${FONT}">
If the button does not work, open this address:<br>
<a href="${href}" style="color:${color};word-break:break-all">${href}</a>
</p>`;
}
