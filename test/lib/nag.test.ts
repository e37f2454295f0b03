import { expect, it } from 'vitest';
import { synthesize } from './synthesize.ts';

const domains = {
  api: { name: 'api.example.com', certificateArn: 'arn:aws:acm:eu-west-1:111122223333:certificate/a' },
  web: { name: 'admin.example.com', certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/b' },
};

it.each([
  ['dev', {}],
  ['prod', {}],
  ['prod', { domains, alarmEmail: 'operations@example.com' }],
])(
  'cdk-nag and the CDK find nothing in %s %o',
  (stage, changes) => {
    expect(synthesize(stage, changes).findings).toEqual([]);
  },
  60_000,
);
