import { describe, expect, it } from 'vitest';
import { deployments, synthesize } from './synthesize.ts';
import { faultsOf, referenceFaultsOf, type TemplateJson } from './template-faults.ts';

const templatesOf = (stage: string, changes: object) =>
  Object.entries(synthesize(stage, changes).templates).map(
    ([name, template]) => [name, template.toJSON() as TemplateJson] as const,
  );

describe.each(deployments)('the templates of %s', (_, stage, changes) => {
  it('hold nothing that CloudFormation does not know, and everything that it needs', () => {
    const faults = templatesOf(stage, changes).flatMap(([name, template]) =>
      faultsOf(template).map((fault) => `${name}: ${fault}`),
    );
    expect(faults).toEqual([]);
  });

  it('refer to nothing that is missing, and to nothing that depends on itself', () => {
    const faults = templatesOf(stage, changes).flatMap(([, template]) => referenceFaultsOf(template));
    expect(faults).toEqual([]);
  });

  it('stay below the limits of a template', () => {
    for (const [, template] of templatesOf(stage, changes)) {
      expect(Object.keys(template.Resources).length).toBeLessThan(500);
      expect(JSON.stringify(template).length).toBeLessThan(1_000_000);
    }
  });
});

describe('a template that is broken', () => {
  const [, stage, changes] = deployments[1] ?? ['', '', {}];

  /** A copy of the messaging stack's, with the first resource of a type changed. */
  function broken(type: string, change: (properties: Record<string, unknown>) => void): readonly string[] {
    const [, template] = templatesOf(stage, changes).find(([name]) => name === 'messaging') ?? [];
    const copy = structuredClone(template) ?? { Resources: {} };
    const found = Object.values(copy.Resources).find(({ Type }) => Type === type);
    change((found?.Properties ?? {}) as Record<string, unknown>);
    return faultsOf(copy);
  }

  it.each<[string, string, (properties: Record<string, unknown>) => void, string]>([
    [
      'an unknown property',
      'AWS::SQS::Queue',
      (p) => Object.assign(p, { VisibilityTimeOut: 1 }),
      'VisibilityTimeOut is unknown',
    ],
    ['a missing one', 'AWS::Pipes::Pipe', (p) => delete p.RoleArn, 'RoleArn is missing'],
    [
      'a text for a number',
      'AWS::SQS::Queue',
      (p) => Object.assign(p, { VisibilityTimeout: 'long' }),
      'is no whole number',
    ],
    [
      'one value for a list',
      'AWS::Lambda::Function',
      (p) => Object.assign(p, { Architectures: 'arm64' }),
      'is no list',
    ],
    [
      'a text for an object',
      'AWS::Lambda::Function',
      (p) => Object.assign(p, { Environment: 'none' }),
      'is no object',
    ],
    [
      'an unknown property further in',
      'AWS::Lambda::Function',
      (p) => Object.assign(p, { TracingConfig: { Mod: 'Active' } }),
      'TracingConfig.Mod is unknown',
    ],
    [
      'a text for yes or no',
      'AWS::SQS::Queue',
      (p) => Object.assign(p, { FifoQueue: 'maybe' }),
      'is neither true nor false',
    ],
  ])('is reported: %s', (_, type, change, fault) => {
    expect(broken(type, change)).toEqual([expect.stringContaining(fault)]);
  });

  it('is reported when a type, a name or the order of creation is wrong', () => {
    expect(faultsOf({ Resources: { A: { Type: 'AWS::SQS::Queu' } } })).toEqual([
      'A: there is no type AWS::SQS::Queu',
    ]);
    const circle = {
      A: { Type: 'AWS::SQS::Queue', Properties: { QueueName: { Ref: 'B' } } },
      B: {
        Type: 'AWS::SQS::Queue',
        Properties: { QueueName: { 'Fn::GetAtt': ['A', 'Arn'] }, Tags: [{ Ref: 'C' }] },
      },
    };
    expect(referenceFaultsOf({ Resources: circle })).toEqual([
      'B names C',
      'A needs itself',
      'B needs itself',
    ]);
  });
});
