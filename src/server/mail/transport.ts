import type { Config } from '../config.ts';
import type { Mail } from './mail-content.ts';

/** The way that mails leave by. */
export interface Transport {
  /**
   * @throws when it is not known that the mail has left; the message does not hold the mail's text
   * @throws OutcomeUnknown when it may have left
   * @throws AddressRefused when there is no use in trying again
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export type TransportConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteName' | 'dataDir'>;

/** The whole mail was sent, and the server did not answer. */
export class OutcomeUnknown extends Error {}

/** The server refused the recipient for good. */
export class AddressRefused extends Error {}
