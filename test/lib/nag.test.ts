import { expect, it } from 'vitest';
import { deployments, synthesize } from './synthesize.ts';

it.each(deployments)('cdk-nag and the CDK find nothing in %s', (_, stage, changes) => {
  expect(synthesize(stage, changes).findings).toEqual([]);
});

it('the addresses of the example must be replaced, with a loud error', () => {
  expect(synthesize('prod').findings).toEqual([
    expect.stringContaining('alarmEmail of the stage "prod" is operations@example.com'),
    expect.stringContaining('mailFrom of the stage "prod" is gateway@example.com'),
  ]);
});
