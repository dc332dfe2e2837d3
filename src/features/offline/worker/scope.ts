declare const self: ServiceWorkerGlobalScope;

/** The worker's global scope. */
export const scope = self;
