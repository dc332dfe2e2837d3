import { minifySync, type Plugin } from 'vite';

/** Minifies scripts that are assets (`?url`), such as those of the head: Vite does so with chunks alone. */
export function minifiedAssets(): Plugin {
  return {
    name: 'magpie-minified-assets',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.js')) file.source = minifySync(file.fileName, String(file.source)).code;
    },
  };
}
