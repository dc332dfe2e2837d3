import { escapeXml } from '../../lib/xml.ts';
import type { Letter } from './letter.ts';

// Mail programs know no stylesheets of ours and few of their own: every element carries its style. The colours are the
// light ones of the site's tokens.
const FONT = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#131a2b';
const INK_SOFT = '#525d76';
const ACTION = '#1f5fe0';
const GROUND = '#f2f5fb';
const LINE = '#dfe5f1';

/** The HTML part of a mail: one column, one button, its address written out below; it reads well without styles too. */
export function mailHtml({ subject, paragraphs, action, siteName, siteUrl }: Omit<Letter, 'to'>): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeXml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${GROUND};color:${INK};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${GROUND}">
<tr><td align="center" style="padding:32px 16px">
<div style="max-width:520px;text-align:left">
<p style="margin:0 0 16px;font-size:20px;font-weight:700;${FONT}">
<a href="${escapeXml(siteUrl)}" style="color:${INK};text-decoration:none">${escapeXml(siteName)}</a>
</p>
<div style="padding:32px;background:#ffffff;border:1px solid ${LINE};border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:${INK};${FONT}">${escapeXml(subject)}</h1>
${paragraphs.map(paragraph).join('\n')}${action ? `\n${button(action)}` : ''}
</div>
<p style="margin:16px 0 0;font-size:13px;line-height:20px;color:${INK_SOFT};${FONT}">
${escapeXml(siteName)} sent this mail because somebody gave your address at
<a href="${escapeXml(siteUrl)}" style="color:${INK_SOFT}">${escapeXml(new URL(siteUrl).host)}</a>.
</p>
</div>
</td></tr>
</table>
</body>
</html>
`;
}

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:15px;line-height:24px;color:${INK};${FONT}">${escapeXml(text).replaceAll('\n', '<br>\n')}</p>`;

function button({ label, url }: NonNullable<Letter['action']>): string {
  const href = escapeXml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:24px 0">
<tr><td style="background:${ACTION};border-radius:8px">
<a href="${href}" style="display:inline-block;padding:12px 24px;font-size:15px;font-weight:600;color:#ffffff;text-decoration:none;${FONT}">
${escapeXml(label)}
</a>
</td></tr>
</table>
<p style="margin:0;font-size:13px;line-height:20px;color:${INK_SOFT};${FONT}">
If the button does not work, open this address:<br>
<a href="${href}" style="color:${ACTION};word-break:break-all">${href}</a>
</p>`;
}
