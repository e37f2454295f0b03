import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { billOf, openWidgetsHour, sideUsd, sumOf } from '../../bin/cost/bill.ts';
import { accessLineBytes, counts } from '../../bin/cost/counts.ts';
import { prices } from '../../bin/cost/prices.ts';
import { breaksAt, quotas } from '../../bin/cost/quotas.ts';
import { accessLogFormat } from '../../lib/api.ts';
import { routes } from '../../src/contract/routes.ts';

const nobody = { webchat: 0, widget: 0, whatsapp: 0, waitingHours: 0, tenants: 0 };
const billed = (traffic: Partial<typeof nobody>) =>
  sumOf(billOf({ ...nobody, ...traffic })) - sumOf(billOf(nobody));

describe('the bill', () => {
  it('is made of every price, and each has its source', () => {
    const all = { webchat: 1, widget: 1, whatsapp: 1, waitingHours: 1, tenants: 1, side: { replies: 1 } };
    expect(
      billOf(all)
        .map(({ item }) => item)
        .sort(),
    ).toEqual(Object.keys(prices).sort());
    for (const { source } of [...Object.values(prices), ...quotas]) expect(source).not.toBe('');
    // What is from memory is named here, so that nothing joins it unseen.
    expect(Object.entries(prices).flatMap(([name, { seen }]) => (seen === null ? name : []))).toEqual([]);
    expect(quotas.flatMap(({ name, seen }) => (seen === null ? name : []))).toEqual([]);
  });

  it('grows with the traffic: a widget costs more than a REST client, waiting costs by the hour', () => {
    const million = 1_000_000;
    expect(billed({ webchat: 2 * million })).toBeCloseTo(2 * billed({ webchat: million }));
    expect(billed({ widget: million })).toBeGreaterThan(billed({ webchat: million }));
    expect(billed({ waitingHours: 1_000 })).toBeCloseTo(6.4, 0);
    // A thousand open widgets, fifty of them with a human who is busy with each.
    expect(openWidgetsHour()).toBeLessThan(0.5);
    expect(openWidgetsHour()).toBeGreaterThan(0.2);
    // Of which SES takes ten cents.
    expect(sideUsd('replies')).toBeGreaterThan(0.1);
    expect(sideUsd('replies')).toBeLessThan(0.13);
    expect(billed({ tenants: 10_000 })).toBeCloseTo(8_000);
  });

  it('is printed for given traffic, and a wrong number is reported', () => {
    const run = (...args: string[]) =>
      execFileSync('node', ['bin/cost.ts', ...args], { encoding: 'utf8', stdio: 'pipe' });
    const { writeUnits } = counts.scattered;
    const usd = (writeUnits * prices.writeUnit.usd).toFixed(2);
    expect(run('--webchat', '1000000')).toContain(
      `write units | ${(writeUnits * 1e6).toLocaleString('en-US')} × 0.625 / M | ${usd} |`,
    );
    expect(run('--replies', '2000')).toContain('| emails | 2,000 × 0.1 / thousand | 0.20 |');
    expect(() => run('--webchat', 'many')).toThrow('must be a number');
  });
});

describe('a line of the access log', () => {
  const values: Readonly<Record<string, string>> = {
    requestId: 'Bq3T5jJYoAMEPMg=',
    status: '200',
    responseLatency: '62',
    integrationStatus: '200',
    'error.responseType': '-',
    'identity.sourceIp': '203.0.113.195',
  };
  const lineOf = (operation: string) => {
    const route = routes.find((each) => each.operation === operation && each.method !== 'OPTIONS');
    return accessLogFormat.replaceAll(/\$context\.([\w.]+)/g, (_, name: string) => {
      const value = name === 'routeKey' ? `${route?.method} ${route?.path}` : values[name];
      if (value === undefined) throw new Error(`the line has ${name}, whose length is not known`);
      return value;
    });
  };

  it.each([
    ['post-webchat-message', accessLineBytes.webchat],
    ['poll-conversation', accessLineBytes.look],
    ['accept-webhook', accessLineBytes.webhook],
  ])('of %s has as many bytes as the bill counts', (operation, bytes) => {
    const line = lineOf(operation);
    expect(JSON.parse(line)).toMatchObject({ status: '200', requestId: 'Bq3T5jJYoAMEPMg=' });
    expect(line).toHaveLength(bytes);
  });
});

describe('the first bottleneck', () => {
  const broken = (perSecond: number, tenants: number) =>
    breaksAt({ perSecond, tenants })
      .filter(({ share }) => share >= 1)
      .map(({ quota }) => quota.name);

  it('is nothing at ten messages a second, our own throttle at a thousand, much at a hundred thousand', () => {
    expect(broken(10, 10)).toEqual([]);
    expect(broken(1_000, 1_000)).toEqual([expect.stringContaining('messages route')]);
    expect(broken(100_000, 20_000).length).toBeGreaterThan(5);
  });

  it("is a tenant's own limit where one tenant has all the traffic", () => {
    expect(broken(11, 1)).toEqual([expect.stringContaining("one tenant's messages")]);
  });
});
