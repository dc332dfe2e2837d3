import { severalDeals } from './several-deals.ts';

export const expireCommandLine = severalDeals('expire', 'expire deals now; if one is not found, none is expired');
