/** A mail that is ready to be sent. */
export interface Mail {
  /** One address, without a name. */
  to: string;
  subject: string;
  text: string;
  html: string;
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
