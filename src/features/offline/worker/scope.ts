/** Only some browsers have `InstallEvent`. */
declare const self: ServiceWorkerGlobalScope & { InstallEvent?: { prototype: object } };

/** The worker's global scope. */
export const scope = self;
