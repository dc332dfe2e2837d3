import { severalDeals } from './several-deals.ts';

export const reviveCommandLine = severalDeals('revive', 'make expired deals live again; an expiry date in the past is cleared');
