import { expect, test } from 'vitest';
import type { MailContent } from '../../../../src/server/mail/mail-content.ts';
import { renderMail } from '../../../../src/server/mail/mail.ts';

const HOSTILE = `"><img src=x onerror=alert(1)>&<!--'`;

const content = {
  to: 'ada@deals.example',
  subject: 'Reset your password',
  paragraphs: ['Hello Ada.\nHow are you?', 'Somebody asked for this.'],
  action: { label: 'Reset password', url: 'https://deals.example/?do=resetpassword&hash=abc' },
  siteName: 'Magpie',
  siteUrl: 'https://deals.example',
};

const DEAL = { title: 'A lamp', url: 'https://deals.example/f/1', price: '$5.00', store: 'Acme', why: 'Your alert “lamps”' };

test('says the same as text and as HTML', () => {
  const { to, subject, text, html } = renderMail(content);
  expect([to, subject]).toEqual(['ada@deals.example', 'Reset your password']);
  expect(text).toBe(`Hello Ada.
How are you?

Somebody asked for this.

Reset password:
https://deals.example/?do=resetpassword&hash=abc

-- 
Magpie
https://deals.example
`);
  for (const said of ['Hello Ada.<br>\nHow are you?', 'Somebody asked for this.', 'Reset password', 'Reset your password</h1>'])
    expect(html).toContain(said);
  // The button, and its address written out.
  expect(html.split('https://deals.example/?do=resetpassword&amp;hash=abc')).toHaveLength(4);
});

test('says in a whole sentence why it was sent, as text and as HTML', () => {
  const { text, html } = renderMail({ ...content, because: 'You get this mail because of your alerts at' });
  expect(text).toContain('\n\nYou get this mail because of your alerts at deals.example.\n\n-- \n');
  expect(html).toMatch(/\nYou get this mail because of your alerts at\n<a href="https:\/\/deals\.example"[^>]*>deals\.example<\/a>\.\n/);
});

test.each<[string, Partial<MailContent>, string]>([
  ['its first words', {}, 'Hello Ada.\nHow are you?'],
  ['where its deal is and why it came', { paragraphs: [], deals: [DEAL] }, 'At Acme. Your alert “lamps”'],
  [
    'the first of many',
    { paragraphs: [], deals: [DEAL, DEAL], lines: [1, 2].map((at) => ({ label: `Reply ${at}`, url: '/' })) },
    'A lamp · A lamp · Reply 1',
  ],
])('begins with %s, which an inbox shows beside the subject', (_what, more, said) => {
  const { text, html } = renderMail({ ...content, ...more });
  expect(
    html
      .replace(/^[^]*<body[^>]*>/, '')
      .trim()
      .split('</div>')[0]!
      .replace(/^<div style="display:none[^>]*>/, ''),
  ).toBe(said);
  expect(text).not.toContain('·');
});

test('has no button without something to do', () => {
  const { text, html } = renderMail({ ...content, action: undefined });
  expect(text).not.toContain('hash=');
  expect(html).not.toContain('If the button does not work');
});

test('breaks a word that is longer than a phone is wide, also in tables, which grow with it otherwise', () => {
  const { html } = renderMail({ ...content, deals: [DEAL] });
  expect(html.slice(0, html.indexOf('<h1'))).toMatch(/<div style="[^"]*overflow-wrap:anywhere;word-break:break-word">/);
});

test('holds no markup but its own, whatever it is given', () => {
  const { html } = renderMail({
    ...content,
    subject: HOSTILE,
    paragraphs: [HOSTILE],
    siteName: HOSTILE,
    action: { label: HOSTILE, url: `https://deals.example/${HOSTILE}` },
  });
  expect(html).not.toMatch(/<img|<!--/);
  expect(html.split('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&amp;&lt;!--&#39;').length).toBeGreaterThan(6);
});

test('loads nothing from anywhere', () => {
  expect(renderMail(content).html).not.toMatch(/<(img|link|script|iframe)|src=|url\(|@import/);
});

test('keeps a subject on one line', () => {
  expect(renderMail({ ...content, subject: 'Hi\r\nBcc: eve@evil.example\u2028!' }).subject).toBe('Hi Bcc: eve@evil.example !');
});
