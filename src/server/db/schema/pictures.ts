import type { Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, OptionalTimestamp } from './columns.ts';

/** Local copies of pictures on other sites. */
export interface PicturesTables {
  pictures: PictureTable;
  picture_files: { digest: string; name: string; bytes: Buffer };
}

type PictureState = 'wanted' | 'stored' | 'failed';

interface PictureTable {
  id: Generated<number>;
  address: string;
  /** Host of the address, in lower case. */
  host: GeneratedAlways<string>;
  state: Defaulted<PictureState>;
  /** Key of its files in `picture_files`; null until the first copy is stored. */
  digest: string | null;
  /** Size of the original in pixels. */
  width: number | null;
  height: number | null;
  /** Widths of the copies in pixels, ascending. */
  widths: number[] | null;
  /** Message of the last failure. */
  error: string | null;
  attempts: Defaulted<number>;
  noted_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  /** End of the lease of the server that is fetching it. */
  taken_until: OptionalTimestamp;
  /** When it was stored, or when the last attempt failed for good. */
  settled_at: OptionalTimestamp;
  unused_since: OptionalTimestamp;
}
