import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

/** PostgreSQL extensions that the schema needs; a server has them installed. */
export const EMBEDDED_EXTENSIONS = { pg_trgm, unaccent };
