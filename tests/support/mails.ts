import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMail } from './read-mail.ts';

export interface FoundMail {
  /** Name of its file, by which a later mail is told from it (`after`). */
  name: string;
  subject: string;
  text: string;
  html: string;
  /** The first web address in the text. */
  link: string;
}

interface Wanted {
  /** What stands in the subject. */
  subject?: string | RegExp;
  /** Only mails that were written after this one. */
  after?: Pick<FoundMail, 'name'>;
}

const PATIENCE_MS = 30_000;

/** Every mail to an address that lies in a data folder, oldest first. */
export async function mailsTo(dataDir: string, address: string, { subject = '', after }: Wanted = {}): Promise<FoundMail[]> {
  const folder = join(dataDir, 'mail');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml') && !name.startsWith('.')).toSorted();
  const later = names.filter((name) => !after || name > after.name);
  const texts = await Promise.all(later.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
  return texts
    .filter(({ text }) => text.toLowerCase().includes(address.toLowerCase()))
    .map(({ name, text }) => ({ name, ...readMail(text) }))
    .filter((mail) => mail.to.toLowerCase() === address.toLowerCase())
    .filter((mail) => (typeof subject === 'string' ? mail.subject.includes(subject) : subject.test(mail.subject)))
    .map((mail) => ({
      ...{ name: mail.name, subject: mail.subject, text: mail.text, html: mail.html },
      link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? '',
    }));
}

/** Waits for a mail to an address in `DATA_DIR/mail` and reads the newest one. */
export async function mailTo(dataDir: string, address: string, wanted: Wanted = {}): Promise<FoundMail> {
  const folder = join(dataDir, 'mail');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const watcher = watch(folder);
  try {
    for (;;) {
      // Watching begins before reading, so that no mail is missed in between.
      const changed = once(watcher, 'change', { signal }).then(
        () => true,
        () => false,
      );
      const newest = (await mailsTo(dataDir, address, wanted)).at(-1);
      if (newest) return newest;
      if (!(await changed)) throw new Error(`no mail to ${address} came${wanted.subject ? ` about ${String(wanted.subject)}` : ''}`);
    }
  } finally {
    watcher.close();
  }
}
