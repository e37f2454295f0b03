import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FunctionName } from '../../../src/contract/function-settings.ts';
import { startHttpApi } from '../../../src/local/http-api/http-api.ts';
import type { Endpoint } from '../../../src/local/listen.ts';
import { resourcesOf, synthesize } from '../../lib/synthesize.ts';

/** What each route of the synthesized API leads to: the function, and whether a token is asked for. */
function templateRoutes() {
  const { api } = synthesize('dev').templates;
  const named = new Map(
    resourcesOf(api, 'AWS::Lambda::Function').map(({ id, properties }) => [
      id,
      String(properties.FunctionName).replace('gateway-dev-', ''),
    ]),
  );
  const integrations = resourcesOf(api, 'AWS::ApiGatewayV2::Integration');
  return resourcesOf(api, 'AWS::ApiGatewayV2::Route').map(({ properties }) => {
    const target = JSON.stringify(properties.Target);
    const integration = integrations.find(({ id }) => target.includes(`"${id}"`));
    const uri = JSON.stringify(integration?.properties.IntegrationUri);
    const [, name] = [...named].find(([id]) => uri.includes(`"${id}"`)) ?? [];
    return { routeKey: String(properties.RouteKey), name, guarded: properties.AuthorizationType === 'JWT' };
  });
}

const seen: { name: FunctionName; routeKey: string; guarded: boolean }[] = [];
let guarded = false;
let api: Endpoint;
beforeAll(async () => {
  api = await startHttpApi({
    port: 0,
    pages: {},
    authorize: async () => {
      guarded = true;
      return { claims: {} };
    },
    invoke: async (name, event) => {
      seen.push({ name, routeKey: (event as APIGatewayProxyEventV2).routeKey, guarded });
      return { statusCode: 200 };
    },
    report: () => undefined,
  });
});
afterAll(() => api.stop());

it('the local HTTP API has the routes of the template: the same functions behind the same guards', async () => {
  // The documentation's is handed on to files, and no function's: a page of the laptop's.
  const expected = templateRoutes().filter(({ routeKey }) => routeKey !== 'GET /docs/{proxy+}');
  expect(expected.length).toBeGreaterThan(10);
  for (const { routeKey } of expected) {
    guarded = false;
    const [method = '', path = ''] =
      routeKey === '$default' ? ['DELETE', '/v1/none/such'] : routeKey.split(' ');
    await fetch(api.url + path.replaceAll(/\{\w+\}/g, 'one'), { method });
  }
  expect(seen).toEqual(
    expected.map(({ name, routeKey, guarded: asks }) => ({ name, routeKey, guarded: asks })),
  );
});
