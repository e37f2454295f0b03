import { type Route, routes } from '../contract/routes.ts';
import { GatewayError, methodNotAllowed } from '../domain/errors.ts';

export interface FoundRoute {
  readonly route: Route;
  readonly parameters: Readonly<Record<string, string>>;
}

const known = routes.map((route) => ({
  route,
  /** What a path begins with: most are told apart by it. */
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
  for (const { route, beginning, isGreedy } of known) {
    const match = path.startsWith(beginning) && patternOf(route.path).exec(path);
    if (!match) continue;
    const found = { route, isGreedy, parameters: match.groups ? decoded(match.groups) : {} };
    if (route.method === method) return found;
    ofPath.push(found);
  }
  // What takes every path says nothing of whether there is one.
  if (ofPath.every(({ isGreedy }) => isGreedy)) throw new GatewayError('route_not_found');
  throw methodNotAllowed(ofPath.map(({ route }) => route.method));
}

const patterns = new Map<string, RegExp>();

/** Made when a path first begins as the route's does: a function is asked for few of them. */
function patternOf(path: string): RegExp {
  const made = patterns.get(path);
  if (made) return made;
  const escaped = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const pattern = new RegExp(`^${escaped.replace(/\{(\w+)\+\}/, '(?<$1>.+)')}$`);
  patterns.set(path, pattern);
  return pattern;
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
