import { scope } from './scope.ts';

/** The static routing of browsers that have it (W3C, Service Workers, `addRoutes`). */
interface Routing {
  addRoutes(route: { condition: { requestMode: string; requestMethod: string }; source: string }): Promise<void>;
}

const isRouting = (event: object): event is Routing => 'addRoutes' in event;

/** Whether the browser has static routing, which the install event shows. */
const hasRouting = () => scope.InstallEvent !== undefined && isRouting(scope.InstallEvent.prototype);

/** Has the browser ask the network for pages beside the worker and not after it; what comes first is shown. Called while the worker installs. */
export async function raceNetworkWithWorker(event: ExtendableEvent): Promise<void> {
  if (isRouting(event))
    await event.addRoutes({ condition: { requestMode: 'navigate', requestMethod: 'GET' }, source: 'race-network-and-fetch-handler' });
}

/** Has browsers without that ask while the worker starts (navigation preload); with both they would ask twice. */
export const preloadPages = (): Promise<void> => scope.registration.navigationPreload[hasRouting() ? 'disable' : 'enable']();
