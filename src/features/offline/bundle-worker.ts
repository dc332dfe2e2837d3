import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { WORKER_FILE } from './worker-text.ts';

const ENTRY = fileURLToPath(new URL('worker/offline-worker.ts', import.meta.url));

/** A Vite plugin that bundles the service worker and its imports into one file, because not every browser supports workers with modules. */
export function bundledWorker(): Plugin {
  return {
    name: 'magpie-bundled-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: WORKER_FILE, source: await bundle() });
    },
  };
}

async function bundle(): Promise<string> {
  const made = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { write: false, minify: true, rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: WORKER_FILE } } },
  });
  const code = [made]
    .flat()
    .flatMap((part) => ('output' in part ? part.output : []))
    .flatMap((part) => (part.type === 'chunk' ? part.code : []));
  if (code.length !== 1 || code[0] === undefined) throw new Error(`the service worker came as ${code.length} files`);
  return code[0];
}
