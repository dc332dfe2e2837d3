import { createContext } from 'react';
import { DEFAULT_REGION, type Region } from '../lib/region.ts';

/** How components write dates, which must be the same on the server and in the browser. */
export const RegionContext = createContext<Region>(DEFAULT_REGION);
