/** A file that an address is to answer with, before it is rendered. */
export interface RenderJob {
  address: string;
  /** Its file, below the folder of the published files. */
  file: string;
  type?: string;
  cacheControl: string;
  /** Digest of everything the file is made from: while the digest is the same, so is the file. */
  madeFrom: string;
  make(): Promise<string | Buffer> | string;
}
