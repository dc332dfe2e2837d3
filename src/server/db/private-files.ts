import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Operations {
  setattr(target: unknown, attributes: { mode?: number }): void;
}

/** What PGlite's module hands to those that prepare it, as far as it is needed here. */
interface Prepared {
  NODEFS: { node_ops: Operations; stream_ops: Operations };
}

/**
 * The file system of an embedded database, with files that only their owner can read. Emscripten would set mode 0666 on each
 * file that it creates, whatever the process's umask is.
 */
export class PrivateFiles extends NodeFS {
  override async init(...given: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...given);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- PGlite's types leave out the file system
    const closed = (module: unknown) => keepClosed((module as Prepared).NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [closed, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

function keepClosed({ node_ops, stream_ops }: Prepared['NODEFS']): void {
  for (const operations of [node_ops, stream_ops]) {
    const { setattr } = operations;
    operations.setattr = (target, attributes) =>
      setattr(target, attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & ~0o077 });
  }
}
