import { type Route, routes } from '../contract/routes.ts';
import { GatewayError, methodNotAllowed } from '../domain/errors.ts';

export interface FoundRoute {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

const known = routes.map((route) => ({
  route,
  /** Made when a path first begins as the route's does: a function is asked for few of them. */
  pattern: undefined as RegExp | undefined,
  /** The first segments of a path: they distinguish most routes. */
  beginning: route.path.slice(0, route.path.search(/\{|$/)),
  isGreedy: route.path.endsWith('+}'),
}));
/**
 * Finds the route of a request in the table.
 * @throws `route_not_found` for an unknown path
 * @throws `method_not_allowed`, with `Allow`, for a known path's unknown method
 */
export function findRoute(method: string, path: string): FoundRoute {
  const ofPath: (FoundRoute & { readonly isGreedy: boolean })[] = [];
  for (const one of known) {
    if (!path.startsWith(one.beginning)) continue;
    one.pattern ??= patternOf(one.route.path);
    const match = one.pattern.exec(path);
    if (!match) continue;
    const { route, isGreedy } = one;
    const found = { route, isGreedy, parameters: match.groups ? decoded(match.groups) : {} };
    if (route.method === method) return found;
    ofPath.push(found);
  }
  // A route that matches every path doesn't show whether the path exists.
  if (ofPath.every(({ isGreedy }) => isGreedy)) throw new GatewayError('route_not_found');
  throw methodNotAllowed(ofPath.map(({ route }) => route.method));
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return new RegExp(`^${escaped.replace(/\{(\w+)\+\}/, '(?<$1>.+)')}$`);
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> {
  const parameters: Record<string, string> = {};
  try {
    for (const [name, value] of Object.entries(groups)) parameters[name] = decodeURIComponent(value);
  } catch {
    throw new GatewayError('route_not_found');
  }
  return parameters;
}
