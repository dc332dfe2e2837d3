import { join } from 'node:path';
import { fileModesOf, replaceFile } from './page-files.ts';

/** Its name in a release's folder; `docs/operations.md` names it to whoever has nginx answer with the published files. */
const NAME = 'headers.conf';

/**
 * Writes the headers that every answer carries as nginx's configuration includes them.
 * @param headers names and values in turn
 */
export function writeWebServerHeaders(release: string, headers: readonly string[]): void {
  const lines: string[] = [];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`add_header ${headers[index]} ${quoted(headers[index + 1] ?? '')} always;\n`);
  replaceFile(join(release, NAME), lines.join(''), fileModesOf(release));
}

const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
