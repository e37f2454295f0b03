import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringTeamsTable } from '../../src/aws/answering-teams-table.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ changeTenant: withHours });
});
afterAll(() => stack.stop());

/** Humans answer on Mondays, by the clock of Berlin, at acme's app. */
const hours = { monday: ['09:00-12:00', '13:00-18:00'] };
const withHours = ({ tenant, widgets, ...folder }: TenantFolder): TenantFolder => ({
  ...folder,
  tenant: { ...tenant, time_zone: 'Europe/Berlin' },
  widgets: widgets.flatMap((widget) => {
    if (widget.id === 'acme-app') return [{ ...widget, appearance: { opening_hours: hours } }];
    if (widget.id !== 'globex-web') return [widget];
    const shown = { ...widget, appearance: { ...widget.appearance, show_team: true } };
    return [shown, { ...widget, id: 'globex-alone' }];
  }),
});

const ask = (query: string, headers: Record<string, string> = {}) =>
  fetch(`${stack.url}/v1/webchat/settings?${query}`, { headers });
const appearance = {
  title: 'Acme support',
  greeting: 'Hello! How can we help you?',
  color: '#0b5fff',
  position: 'right',
  email_replies: true,
};

/** What the reports say of a tenant's agents. */
const saveTeam = async (tenantId: string) => {
  const teams = new AnsweringTeamsTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX), Date.now);
  expect(await teams.claim(tenantId)).toBe(true);
  expect(await teams.claim(tenantId)).toBe(false);
  await teams.save(tenantId, { replyMs: 299_600, initials: ['ML', 'EE'] });
};

describe('the settings of a widget', () => {
  it('are the usual reply time, and the team where the widget shows it', async () => {
    await saveTeam('globex');
    const published = await (await ask('tenant=globex&widget=globex-web')).json();
    expect(published).toMatchObject({ show_team: true, team: ['ML', 'EE'], reply_seconds: 300 });
    const hidden = await (await ask('tenant=globex&widget=globex-alone')).json();
    expect([hidden.team, hidden.reply_seconds]).toEqual([undefined, 300]);
  });

  it.each(['tenant=acme&widget=acme-web', 'tenant=acme'])('are its appearance, for %s', async (query) => {
    const response = await ask(query, { origin: stack.url });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ...appearance, uploads: { maxBytes: 10 * 1024 * 1024 } });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=300',
      vary: 'Origin',
      'access-control-allow-origin': stack.url,
    });
  });

  it('are the accepted files and the hours with their time zone, for a widget without an appearance', async () => {
    expect(await (await ask('tenant=acme&widget=acme-app')).json()).toEqual({
      opening_hours: hours,
      time_zone: 'Europe/Berlin',
      uploads: { maxBytes: 10 * 1024 * 1024 },
    });
  });

  it.each([
    ['', 401, 'missing_tenant'],
    ['tenant=nobody', 404, 'tenant_not_found'],
    ['tenant=initech', 404, 'tenant_not_found'],
    ['tenant=acme&widget=globex-web', 404, 'widget_not_found'],
  ])('for %j are refused with %i', async (query, status, code) => {
    const response = await ask(query);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
  });

  it('are kept from pages that may not show it', async () => {
    const response = await ask('tenant=acme', { origin: 'https://evil.example' });
    expect([response.status, (await response.json()).code]).toEqual([403, 'origin_not_allowed']);
    // So that a widget tells a refused page from an outage.
    expect(response.headers.get('access-control-allow-origin')).toBe('https://evil.example');
  });
});
