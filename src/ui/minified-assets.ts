import { readFile } from 'node:fs/promises';
import { minifySync, type Plugin } from 'vite';

/** Scripts that are written into pages. */
const RAW_SCRIPT = /\.js\?raw$/;

/** Minifies scripts that are assets (`?url`) or inlined in pages (`?raw`), such as those of the head: Vite itself only minifies chunks. */
export function minifiedAssets(): Plugin {
  return {
    name: 'magpie-minified-assets',
    enforce: 'pre',
    load: {
      filter: { id: RAW_SCRIPT },
      handler: async (id) => {
        const path = id.slice(0, -'?raw'.length);
        return `export default ${JSON.stringify(minify(path, await readFile(path, 'utf8')))};`;
      },
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.js')) file.source = minify(file.fileName, String(file.source));
    },
  };
}

const minify = (name: string, source: string) => minifySync(name, source).code;
