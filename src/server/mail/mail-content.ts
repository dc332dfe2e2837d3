/** A mail that is ready to be sent. */
export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Sender, where it is not the site's usual one. */
  from?: string;
  /** Without angle brackets; random where it is left out. */
  messageId?: string;
  headers?: Record<string, string>;
}

export interface MailLink {
  label: string;
  url: string;
}

/** A deal as a mail shows it. */
export interface MailDeal {
  title: string;
  url: string;
  /** Whole address of a picture; mails of deals without one have none. */
  picture?: string | undefined;
  price: string;
  listPrice?: string | undefined;
  percentOff?: number | undefined;
  store: string;
  why: string;
}

/** The content of a mail, from which its text and HTML are rendered. */
export interface MailContent {
  to: string;
  subject: string;
  /** Plain text; the first one may greet. */
  paragraphs: string[];
  /** The button: its label and address. */
  action?: { label: string; url: string } | undefined;
  /** Deals, each with the reason for its notification. */
  deals?: MailDeal[];
  /** Other notifications, a line each. */
  lines?: MailLink[];
  /** Small print at the end. */
  notes?: string[];
  /** How to end such mails. */
  endings?: MailLink[];
  /** Why it was sent, for the footer, which ends it with the site's host; by default, that somebody entered the address. */
  because?: string;
  siteName: string;
  /** Origin of the site. */
  siteUrl: string;
  /** The site's own colour; undefined for Magpie's. */
  color?: string | undefined;
}
