import { App } from 'aws-cdk-lib';
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
    expect(() => parseStage('qa', undefined)).toThrow('context `stages` has no stage "qa"');
  });

  it.each([
    ['logRetentionDays', { logRetentionDays: 15 }],
    ['signInDomainPrefix', { signInDomainPrefix: 'Acme' }],
    ['domains.web.certificateArn', { domains: { web: { name: 'chat.example.com', certificateArn: 'x' } } }],
    ['Unrecognized key', { deletionProtecton: true }],
  ])('says that %s is wrong', (name, change) => {
    expect(() => parseStage('dev', { ...settings, ...change })).toThrow(`stage "dev": `);
    expect(() => parseStage('dev', { ...settings, ...change })).toThrow(name);
  });
});
