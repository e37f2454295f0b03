import type { OperationOf } from '../routes/table.ts';
import { type Route, routes } from '../routes.ts';
import type { ServiceCapability } from './keys.ts';

/** Below it lies everything for systems with an API key. @see handoff.md 5 */
export const serviceRoot = '/v1/service';

export type ServiceOperation = OperationOf<'service'>;

/** One route of the API for systems. Its function checks the key itself: API Gateway does not know it. */
export interface ServiceRoute extends Route {
  readonly function: 'service';
  readonly operation: ServiceOperation;
  readonly capability: ServiceCapability;
}

const isOfService = (route: Route): route is ServiceRoute => route.function === 'service';

/** The API for systems, each route with the one capability that its key needs. @see handoff.md 5 */
export const serviceRoutes: readonly ServiceRoute[] = routes.filter(isOfService);
