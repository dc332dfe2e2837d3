import { scope } from './scope.ts';

/** The static routing of browsers that have it (W3C, Service Workers, `addRoutes`). */
interface Routing {
  addRoutes(route: { condition: { requestMode: string; requestMethod: string }; source: string }): Promise<void>;
}

const isRouting = (event: object): event is Routing => 'addRoutes' in event;

/** Whether the browser has static routing, which the install event shows. */
const hasRouting = () => scope.InstallEvent !== undefined && isRouting(scope.InstallEvent.prototype);

/** Makes the browser request pages from the network and the worker at once; the first response is shown. Called while the worker installs. */
export async function raceNetworkWithWorker(event: ExtendableEvent): Promise<void> {
  if (isRouting(event))
    await event.addRoutes({ condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'race-network-and-fetch-handler' });
}

/** Enables navigation preload in browsers without static routing; with both, the request would be sent twice. */
export const preloadPages = (): Promise<void> => scope.registration.navigationPreload[hasRouting() ? 'disable' : 'enable']();
