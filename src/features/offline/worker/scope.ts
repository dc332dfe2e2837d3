/** `InstallEvent` is there in some browsers. */
declare const self: ServiceWorkerGlobalScope & { InstallEvent?: { prototype: object } };

/** The worker's global scope. */
export const scope = self;
