import { join } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import { drawOwnIcon } from './draw-own-icon.ts';
import { SITE_FOLDER, type SiteFile } from './site-files.ts';

const TRIED_PX = 16;

/**
 * Makes sure that a site's own mark and favicon can be drawn.
 * @throws ConfigError naming the file that cannot be drawn
 */
export async function checkLook({ mark, favicon, dataDir }: Pick<Config, 'mark' | 'favicon' | 'dataDir'>): Promise<void> {
  const tryDrawing = async (name: string, file: SiteFile | undefined) => {
    if (!file || file.type === 'ico') return;
    try {
      await drawOwnIcon(file.bytes, TRIED_PX, 'bare');
    } catch {
      throw new ConfigError(`${join(dataDir, SITE_FOLDER, `${name}.${file.type}`)} cannot be read: it is damaged, so export it again`);
    }
  };
  await tryDrawing('mark', mark);
  await tryDrawing('favicon', favicon);
}
