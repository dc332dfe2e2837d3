/** A mail that is ready to be sent. */
export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Sender, where it is not the site's usual one. */
  from?: string;
  /** Without angle brackets; one by chance where there is none. */
  messageId?: string;
  headers?: Record<string, string>;
}

/** What a mail says. */
export interface Letter {
  to: string;
  subject: string;
  /** Plain text; the first one may greet. */
  paragraphs: string[];
  /** What the reader is asked to do: the button's label and where it leads. */
  action?: { label: string; url: string } | undefined;
  siteName: string;
  /** Origin of the site. */
  siteUrl: string;
}
