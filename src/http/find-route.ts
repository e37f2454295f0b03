import { type Route, routes } from '../contract/routes.ts';
import { MethodNotAllowedError, RouteNotFoundError } from '../domain/errors.ts';

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
 * @throws RouteNotFoundError for an unknown path
 * @throws MethodNotAllowedError, with `Allow`, for a known path's unknown method
 */
export function findRoute(method: string, path: string): FoundRoute {
  const ofPath = known.flatMap(({ route, beginning, isGreedy }) => {
    const match = path.startsWith(beginning) && patternOf(route.path).exec(path);
    return match ? [{ route, isGreedy, parameters: decoded(match.groups ?? {}) }] : [];
  });
  // What takes every path says nothing of whether there is one.
  if (ofPath.every(({ isGreedy, route }) => isGreedy && route.method !== method))
    throw new RouteNotFoundError();
  const found = ofPath.find(({ route }) => route.method === method);
  if (!found) throw new MethodNotAllowedError(ofPath.map(({ route }) => route.method));
  return found;
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
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    throw new RouteNotFoundError();
  }
}
