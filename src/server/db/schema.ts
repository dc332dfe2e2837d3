import type { AccountsTables } from './schema/accounts.ts';
import type { AlertsTables } from './schema/alerts.ts';
import type { CatalogueTables } from './schema/catalogue.ts';
import type { CommunityTables } from './schema/community.ts';
import type { ImportsTables } from './schema/imports.ts';
import type { NotificationsTables } from './schema/notifications.ts';
import type { PicturesTables } from './schema/pictures.ts';
import type { SearchTables } from './schema/search.ts';
import type { SiteTables } from './schema/site.ts';
import type { TrackingTables } from './schema/tracking.ts';

/** Every table, as migrations have made it; the room that alone writes each is in `tests/support/house.js`. */
export interface Tables
  extends
    CatalogueTables,
    CommunityTables,
    AccountsTables,
    AlertsTables,
    ImportsTables,
    NotificationsTables,
    PicturesTables,
    SearchTables,
    SiteTables,
    TrackingTables {}
