import type { Config } from '../config.ts';
import type { Mail } from './letter.ts';

/** The way that mails leave by. */
export interface Transport {
  /** @throws when it is not known that the mail has left; the message does not hold the mail's text */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export type TransportConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteName' | 'dataDir'>;
