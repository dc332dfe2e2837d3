import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

/** What the schema needs of PostgreSQL's extensions; a server brings them along. */
export const EMBEDDED_EXTENSIONS = { pg_trgm, unaccent };
