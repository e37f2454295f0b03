import { beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../src/contract/tables.ts';
import { addresses, resourcesOf, type Synthesized, synthesize } from './synthesize.ts';

let stacks: Synthesized['templates'];
beforeAll(() => {
  stacks = synthesize('prod', addresses).templates;
});

const all = (type: string) => Object.values(stacks).flatMap((template) => resourcesOf(template, type));
const ours = () =>
  all('AWS::Lambda::Function').filter(({ properties }) => properties.FunctionName?.startsWith('gateway-'));
const called = (name: string) =>
  ours().find(({ properties }) => properties.FunctionName === `gateway-prod-${name}`)?.properties;

describe('the functions', () => {
  it("run on arm64 with Node 24, 512 MB (less where they only wait), no tracing, Lambda's own log lines for failures only, and a log group that expires", () => {
    const smaller = new Map([
      ['gateway-prod-poll', 128],
      ['gateway-prod-admin-inbox', 192],
    ]);
    expect(ours()).toHaveLength(19);
    for (const { properties } of ours()) {
      expect(properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        MemorySize: smaller.get(properties.FunctionName) ?? 512,
        LoggingConfig: { LogGroup: expect.anything(), LogFormat: 'JSON', SystemLogLevel: 'WARN' },
      });
      expect(properties.TracingConfig).toBeUndefined();
      expect(properties.Layers).toBeUndefined();
    }
    for (const { properties } of all('AWS::Logs::LogGroup')) expect(properties.RetentionInDays).toBe(90);
  });

  it('are traced, a sample of their runs, where the stage enables it', () => {
    const { templates } = synthesize('prod', { ...addresses, tracing: true });
    const modes = Object.values(templates)
      .flatMap((template) => resourcesOf(template, 'AWS::Lambda::Function'))
      .filter(({ properties }) => properties.FunctionName?.startsWith('gateway-'))
      .map(({ properties }) => properties.TracingConfig?.Mode);
    expect(new Set(modes)).toEqual(new Set(['Active']));
  });

  it.each([
    ['webchat', 10],
    ['poll', 29],
    ['webhook', 10],
    ['worker', 60],
    ['continuation', 60],
    ['outbound', 60],
    ['schedule', 60],
    ['runs', 120],
    ['auth-bff', 10],
    ['admin', 10],
    ['admin-users', 10],
    ['admin-people', 29],
    ['user-sync', 900],
    ['admin-desk', 10],
    ['admin-inbox', 29],
    ['service', 10],
    ['test-chat', 10],
    ['pre-token', 5],
  ])('%s is stopped after %i s', (name, seconds) => {
    expect(called(name).Timeout).toBe(seconds);
  });

  it('reserve concurrency where that is set, and take none from a small account otherwise', () => {
    for (const { properties } of ours()) expect(properties.ReservedConcurrentExecutions).toBeUndefined();
    const { templates } = synthesize('prod', { concurrency: { webchat: 200, poll: 300, webhook: 100 } });
    const kept = resourcesOf(templates.api, 'AWS::Lambda::Function').map(({ properties }) => [
      properties.FunctionName,
      properties.ReservedConcurrentExecutions,
    ]);
    expect(kept).toEqual(
      expect.arrayContaining([
        ['gateway-prod-webchat', 200],
        ['gateway-prod-poll', 300],
        ['gateway-prod-webhook', 100],
      ]),
    );
  });

  it('have a role each', () => {
    const roles = ours().map(({ properties }) => JSON.stringify(properties.Role));
    expect(new Set(roles).size).toBe(roles.length);
  });

  it('find the tables by their prefix', () => {
    const { Variables } = called('webchat').Environment;
    const names = resourcesOf(stacks.data, 'AWS::DynamoDB::GlobalTable').map(
      ({ properties }) => properties.TableName,
    );
    expect(names.sort()).toEqual(
      Object.values(tables)
        .map(({ name }) => Variables.TABLE_PREFIX + name)
        .sort(),
    );
  });
});
