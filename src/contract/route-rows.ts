import { routeRows } from './routes/table.ts';

/**
 * The rows of THE table of routes. Bundles get them as text (`inlineRouteRows` of `bin/esbuild-plugins.ts`): no function
 * reads descriptions, examples or the schemas of other functions.
 */
export const rows: readonly string[] = routeRows();
