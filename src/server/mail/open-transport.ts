import { openMailFolder } from './mail-folder.ts';
import { openSmtp } from './smtp.ts';
import type { Transport, TransportConfig } from './transport.ts';

/**
 * SMTP where it is set; else each mail becomes a file in `DATA_DIR/mail` and a line of the log (contract.md, Environment).
 * @param log gets the recipient, subject and links of each mail that became a file; nothing of those that were sent
 */
export const openTransport = (config: TransportConfig, log: (line: string) => void, clock: () => Date = () => new Date()): Transport =>
  config.smtpUrl ? openSmtp(config, config.smtpUrl, clock) : openMailFolder(config, log, clock);
