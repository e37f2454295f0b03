import { type Route, routes } from '../../src/contract/routes.ts';

interface Throttle {
  /** Requests a second. */
  readonly rate: number;
  readonly burst: number;
}

/** A burst that the functions' limits refuse politely is better than one that API Gateway cuts off. */
const messages: Throttle = { rate: 1_000, burst: 2_000 };
const polls: Throttle = { rate: 1_000, burst: 2_000 };
/** A browser sends one preflight per URL, then none for hours. */
const preflights: Throttle = { rate: 1_000, burst: 2_000 };
const webhooks: Throttle = { rate: 1_000, burst: 2_000 };
/** For all test links together; each has 500 messages a day. */
const tests: Throttle = { rate: 20, burst: 40 };
/** For all API keys together; each has 300 per minute. */
const systems: Throttle = { rate: 500, burst: 1_000 };
const people: Throttle = { rate: 100, burst: 200 };

const byOperation: Partial<Record<Route['operation'], Throttle>> = {
  'post-webchat-message': messages,
  'poll-conversation': polls,
  'tell-visitor-types': messages,
  'read-widget-settings': { rate: 500, burst: 1_000 },
  'webchat-preflight': preflights,
  'accept-webhook': webhooks,
  'subscribe-webhook': { rate: 10, burst: 20 },
};

/** All routes of one function. */
const byFunction: Partial<Record<Route['function'], Throttle>> = { service: systems, 'test-chat': tests };

/** Every other route is for the people who sign in, and what fits no route is a mistake or a scan. */
export const defaultThrottle = people;

/**
 * A throttle per route, so that a flood on one doesn't starve the others. Written as a raw template property: the
 * construct supports only one throttle for all routes.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-throttling.html
 */
export function routeThrottles(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    routes.flatMap(({ method, path, operation, function: name }) => {
      const throttle = byFunction[name] ?? byOperation[operation];
      if (!throttle) return [];
      const settings = {
        ThrottlingRateLimit: throttle.rate,
        ThrottlingBurstLimit: throttle.burst,
        // A route's own settings replace all of the stage's defaults.
        DetailedMetricsEnabled: true,
      };
      return [[`${method} ${path}`, settings]];
    }),
  );
}
