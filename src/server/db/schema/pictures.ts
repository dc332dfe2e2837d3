import type { Generated, GeneratedAlways } from 'kysely';
import type { Defaulted, OptionalTimestamp } from './columns.ts';

/** Copies of pictures that are named by foreign addresses. */
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
  /** Names its files in `picture_files`; null until it is stored for the first time. */
  digest: string | null;
  /** Size in pixels, as the source has it. */
  width: number | null;
  height: number | null;
  /** Widths of the copies in pixels, ascending. */
  widths: number[] | null;
  /** Why the last try failed, in words. */
  error: string | null;
  attempts: Defaulted<number>;
  noted_at: Defaulted<Date>;
  due_at: Defaulted<Date>;
  /** Until when some server is at it. */
  taken_until: OptionalTimestamp;
  /** When it was stored or given up. */
  settled_at: OptionalTimestamp;
  unused_since: OptionalTimestamp;
}
