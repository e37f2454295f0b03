import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { meetsCanary } from '../../src/domain/runs/canary.ts';
import { say } from '../support/conversation.ts';
import { shareAdminApi } from '../support/start-admin-api.ts';

const shared = shareAdminApi({ tenantLimit: 100_000 });
const note = 'what changed, in words';

async function firstWords(): Promise<string> {
  const answer = await (await say(shared.api, randomUUID(), 'hello')).json();
  return answer.replies[0].text;
}

async function publish(text: string, more: object = {}): Promise<{ etag: string }> {
  const admin = shared.api.as('admin');
  const { body, etag } = await admin('GET', '/flows/support/draft');
  const { definition, layout } = body;
  const { start } = definition;
  const steps = { ...definition.steps, [start]: { ...definition.steps[start], text } };
  const saved = await admin('PUT', '/flows/support/draft', {
    body: { definition: { ...definition, steps }, layout, conversations: [] },
    headers: { 'if-match': etag },
  });
  const headers = { 'if-match': saved.etag };
  const published = await admin('POST', '/flows/support/publish', { body: { note, ...more }, headers });
  expect(published.status).toBe(200);
  return published;
}

describe('a published version', () => {
  it('serves the next conversation in every environment, all of them frozen meanwhile', async () => {
    const environments = () => shared.api.environments().count('webchat');
    const before = await Promise.all(Array.from({ length: 12 }, firstWords));
    expect(environments()).toBeGreaterThanOrEqual(3);
    await publish('A second hello.');
    const after = await Promise.all(Array.from({ length: 2 * environments() }, firstWords));
    expect(new Set(before)).not.toContain('A second hello.');
    expect(new Set(after)).toEqual(new Set(['A second hello.']));
  });

  it('leaves a conversation on the version that it began with', async () => {
    const session = randomUUID();
    await say(shared.api, session, 'hello');
    await publish('A third hello.');
    const { flow } = await (await say(shared.api, session, 'hello')).json();
    expect(flow.version).toBeLessThan(
      Number((await (await say(shared.api, randomUUID(), 'hello')).json()).flow.version),
    );
  });

  it('as a canary serves its share of new conversations, and none once it is cancelled', async () => {
    const { etag } = await publish('A canary sings.', { canaryPercent: 40 });
    const words = await Promise.all(Array.from({ length: 40 }, firstWords));
    const met = words.filter((text) => text === 'A canary sings.').length;
    expect(met).toBeGreaterThan(3);
    expect(met).toBeLessThan(37);
    await shared.api.as('admin')('POST', '/flows/support/canary', {
      body: { action: 'cancel' },
      headers: { 'if-match': etag },
    });
    expect(new Set(await Promise.all(Array.from({ length: 10 }, firstWords)))).toEqual(
      new Set(['A third hello.']),
    );
  });
});

describe('the share of a canary', () => {
  const ids = Array.from({ length: 20_000 }, (_, n) => `conversation-${n}`);
  const met = (percent: number, version = 2) =>
    ids.filter((conversationId) => meetsCanary({ conversationId, flowId: 'support' }, { version, percent }));

  it.each([1, 5, 10, 25, 50, 99])('of %i percent is that of the conversations', (percent) => {
    expect(Math.abs(met(percent).length / ids.length - percent / 100)).toBeLessThan(0.015);
  });

  it('only grows with the percentage, and differs for each version', () => {
    const few = met(5);
    const half = new Set(met(50));
    expect(few.filter((id) => !half.has(id))).toEqual([]);
    const others = new Set(met(5, 3));
    expect(few.filter((id) => others.has(id)).length).toBeLessThan(few.length / 5);
  });
});
