import type { Region } from '../../lib/region.ts';
import type { Db } from '../../server/db/database.ts';
import { namesOf, titleOf } from './compile.server.ts';
import { LONGEST_TITLE } from './contracts/alert-fields.ts';
import type { Criteria } from './criteria.ts';

/** Returns the title of an alert that its member gives none: what its criteria ask for. */
export const defaultAlertTitle = async (db: Db, criteria: Criteria, region: Region) =>
  titleOf(criteria, await namesOf(db, criteria), region).slice(0, LONGEST_TITLE);
