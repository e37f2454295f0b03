import type { DraftTest, DraftTestResult } from '../../../contract/admin/draft-test.ts';
import type { Tenant } from '../../../contract/directory.ts';
import type { FlowSecret, TurnDeps } from '../../../engine/interfaces.ts';
import { scriptedOutside } from '../../../engine/scripted-outside.ts';
import type { HttpClientRequest } from '../../../ports/http-client.ts';
import type { Admin } from '../admin.ts';

type Call = DraftTestResult['calls'][number];

/** What a tested turn finds outside, and what it has called. */
interface TestOutside extends Pick<TurnDeps, 'http' | 'llm'> {
  readonly secrets: NonNullable<TurnDeps['secrets']>;
  readonly calls: Call[];
  /** The same without any secret that was sent, wherever a service has put it. */
  withoutSecrets<T>(told: T): T;
}

const mask = '••••';

/** Answers as they are played, or the services themselves with the tenant's secrets. */
export async function testOutside(
  { http, secrets }: Pick<Admin, 'http' | 'secrets'>,
  tenant: Tenant | null,
  test: DraftTest,
): Promise<TestOutside> {
  const played = scriptedOutside(test.http ?? [], test.llm ?? []);
  const known = test.real && tenant ? await secrets.read(tenant.id) : {};
  const sent = new Set<string>();
  const calls: Call[] = [];
  const note = (request: HttpClientRequest) => {
    const { method, url, headers, body = null } = request;
    return { method, url, headers, body, status: null, answer: null };
  };
  return {
    calls,
    llm: played.llm,
    http: {
      async send(request) {
        const n = calls.push(note(request)) - 1;
        const response = await (test.real ? http : played.http).send(request);
        calls[n] = { ...note(request), status: response.status, answer: response.body };
        return response;
      },
    },
    secrets: {
      async read(name): Promise<FlowSecret | null> {
        const hosts = tenant?.flow_secrets?.[name]?.hosts;
        if (!hosts) return null;
        if (!test.real) return { value: mask, hosts };
        const value = known[name];
        if (!value) return null;
        sent.add(value);
        return { value, hosts };
      },
    },
    withoutSecrets: (told) => {
      const text = [...sent].reduce(
        (all, secret) => all.replaceAll(JSON.stringify(secret).slice(1, -1), mask),
        JSON.stringify(told),
      );
      return JSON.parse(text);
    },
  };
}
