import type { PreTokenGenerationV2TriggerEvent } from 'aws-lambda';
import { expect, it } from 'vitest';
import { handler } from '../../src/lambda/pre-token.ts';
import { lambdaContext } from '../support/http-event.ts';

const event = (userAttributes: Record<string, string>): PreTokenGenerationV2TriggerEvent => ({
  version: '2',
  triggerSource: 'TokenGeneration_HostedAuth',
  region: 'eu-west-1',
  userPoolId: 'eu-west-1_example',
  userName: 'ada',
  callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: 'client' },
  request: { userAttributes, groupConfiguration: {}, scopes: ['openid'] },
  response: { claimsAndScopeOverrideDetails: {} },
});
const claimsOf = async (userAttributes: Record<string, string>) =>
  (await handler(event(userAttributes), lambdaContext)).response.claimsAndScopeOverrideDetails
    .accessTokenGeneration?.claimsToAddOrOverride;

it('tenant, role, address and name are copied into the access token, and nothing else', async () => {
  const attributes = {
    sub: 'u-1',
    name: 'Ada',
    email: 'ada@acme.example',
    'custom:tenant_id': 'acme',
    'custom:role': 'admin',
  };
  expect(await claimsOf(attributes)).toEqual({
    email: 'ada@acme.example',
    name: 'Ada',
    'custom:tenant_id': 'acme',
    'custom:role': 'admin',
  });
});

it.each([{}, { 'custom:tenant_id': '' }, { 'custom:tenant_id': ' ' }])(
  'a user of no tenant (%j) gets no tenant claim',
  async (attributes) => {
    expect(await claimsOf({ ...attributes, 'custom:role': 'admin' })).toEqual({ 'custom:role': 'admin' });
  },
);

it('the event is returned whole, as Cognito requires', async () => {
  const given = event({ 'custom:tenant_id': 'acme' });
  expect(await handler(given, lambdaContext)).toMatchObject({
    version: '2',
    userName: 'ada',
    request: given.request,
  });
});
