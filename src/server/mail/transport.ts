import type { Config } from '../config.ts';
import { openMailFolder } from './mail-folder.ts';
import type { Mail } from './mail.ts';
import { openSmtp } from './smtp.ts';

/** The way that mails leave by. */
export interface Transport {
  /** @throws when it is not known that the mail has left; the message does not hold the mail's text */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export type TransportConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteName' | 'dataDir'>;

/**
 * SMTP where it is set; else each mail becomes a file in `DATA_DIR/mail` and a line of the log (contract.md, Environment).
 * @param log gets the recipient, subject and links of each mail that became a file; nothing of those that were sent
 */
export const openTransport = (config: TransportConfig, log: (line: string) => void, clock: () => Date = () => new Date()): Transport =>
  config.smtpUrl ? openSmtp(config, config.smtpUrl, clock) : openMailFolder(config, log, clock);
