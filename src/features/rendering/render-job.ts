/** What an address is to answer, as yet unmade. */
export interface RenderJob {
  address: string;
  /** Its file, below the folder of the published files. */
  file: string;
  type?: string;
  cacheControl: string;
  /** Digest of everything it is made from: while it is the same, so is what is made. */
  madeFrom: string;
  make(): Promise<string | Buffer> | string;
}
