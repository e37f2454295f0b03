import { App } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { describe, expect, it } from 'vitest';
import { parseStage, readStage } from '../../lib/stage.ts';

const settings = { protect: false, logRetentionDays: 14, logLevel: 'INFO', signInDomainPrefix: 'acme-chat' };

describe('a stage', () => {
  it('is read by its name from the context, with defaults', () => {
    const app = new App({ context: { stage: 'dev', stages: { dev: settings } } });
    expect(readStage(app.node)).toMatchObject({ name: 'dev', prefix: 'gateway-dev-', adminOrigins: [] });
  });

  it.each([
    ['a missing name', undefined],
    ['a name that resources could not carry', 'Dev_1'],
  ])('is refused for %s', (_, stage) => {
    const app = new App({ context: { stage, stages: { dev: settings } } });
    expect(() => readStage(app.node)).toThrow(/context `stage` must be/);
  });

  it('is refused when the context has no settings for it', () => {
    expect(() => parseStage('qa', undefined)).toThrow('There is no stage "qa" in `context.stages`');
  });

  it.each([
    ['logRetentionDays', { logRetentionDays: 15 }],
    ['signInDomainPrefix', { signInDomainPrefix: 'Acme' }],
    [
      'domains.admin.certificateArn',
      { domains: { admin: { name: 'chat.example.com', certificateArn: 'x' } } },
    ],
    ['signInDomainPrefix', { signInDomainPrefix: 'acme-cognito' }],
    ['mailFrom', { mailFrom: 'acme.com' }],
    ['there is no "protct" here; did you mean "protect"?', { protct: true }],
  ])('%s is reported', (name, change) => {
    expect(() => parseStage('dev', { ...settings, ...change })).toThrow(`The stage "dev": `);
    expect(() => parseStage('dev', { ...settings, ...change })).toThrow(name);
  });

  it('of production says who gets alarms and the sender of mails, or that Cognito is to send them', () => {
    expect(() => parseStage('prod', { ...settings, protect: true })).toThrow(
      'alarmEmail, mailFrom, monthlyBudgetUsd: a stage with `protect` must say',
    );
    const said = { protect: true, alarmEmail: 'a@acme.com', mailFrom: null, monthlyBudgetUsd: 100 };
    expect(parseStage('prod', { ...settings, ...said })).toMatchObject({ mailFrom: null, mfa: 'on' });
    expect(parseStage('dev', settings)).toMatchObject({ mailFrom: null, mfa: 'optional' });
  });

  it.each([
    ['us-east-1', 'us.amazon.nova-lite-v1:0'],
    ['eu-central-1', 'eu.amazon.nova-lite-v1:0'],
    ['ap-southeast-2', 'apac.amazon.nova-lite-v1:0'],
    [undefined, 'amazon.nova-lite-v1:0'],
  ])('in %s uses the model %s by default', (region, model) => {
    expect(parseStage('dev', settings, region).languageModels).toEqual([model]);
    const app = new App({ context: { stage: 'dev', stages: { dev: settings } } });
    expect(readStage(app.node, { CDK_DEFAULT_REGION: region }).languageModels).toEqual([model]);
  });

  it('accepts every retention that CloudWatch Logs knows', () => {
    const known = Object.values(RetentionDays).filter(
      (days): days is RetentionDays => typeof days === 'number',
    );
    for (const days of known.filter((each) => each !== RetentionDays.INFINITE))
      expect(parseStage('dev', { ...settings, logRetentionDays: days }).logRetentionDays).toBe(days);
  });
});
