import { openMailFolder } from './mail-folder.ts';
import { openSmtp } from './smtp.ts';
import type { Transport, TransportConfig } from './transport.ts';

/**
 * SMTP where it is set; else each mail becomes a file in `DATA_DIR/mail` and a line of the log (contract.md, Environment).
 * @param log gets the recipient, subject and links of each mail that became a file; nothing of those that were sent
 * @param connections how many are open at a time at most
 */
export const openTransport = (
  config: TransportConfig,
  log: (line: string) => void,
  { clock = () => new Date(), connections = 2 }: { clock?: () => Date; connections?: number } = {},
): Transport => (config.smtpUrl ? openSmtp(config, config.smtpUrl, clock, connections) : openMailFolder(config, log, clock));
