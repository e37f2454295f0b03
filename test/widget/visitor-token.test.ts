import { afterEach, describe, expect, it, vi } from 'vitest';
import { gatewayClient } from '../../src/widget/gateway-client.ts';
import { openIdentity } from '../../src/widget/identity.ts';
import { subjectOf, VisitorToken } from '../../src/widget/visitor-token.ts';
import { memoryStore } from '../support/memory-store.ts';

const tokenOf = (sub: unknown) => `h.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.s`;

describe('the identity that a widget keeps', () => {
  it('has a session of its own, which nothing else reveals', () => {
    const identity = openIdentity(memoryStore());
    expect(identity.sessionId()).not.toBe(identity.visitorId());
    expect(identity.sessionId()).toBe(identity.sessionId());
  });

  it('continues the session of the previous release while its conversation is open', () => {
    const store = memoryStore();
    store.write('visitor', 'one id for both');
    store.write('conversation', 'c');
    expect(openIdentity(store).sessionId()).toBe('one id for both');
  });

  it('gets another session for another visitor', () => {
    const identity = openIdentity(memoryStore());
    const before = identity.sessionId();
    identity.become('other', 'customer-1');
    expect([identity.visitorId(), identity.person()]).toEqual(['other', 'customer-1']);
    expect(identity.sessionId()).not.toBe(before);
  });
});

describe("a visitor's token", () => {
  it('names its visitor', () => {
    expect(subjectOf(tokenOf('Zoë-1'))).toBe('Zoë-1');
    for (const wrong of ['', 'a.b.c', tokenOf(''), tokenOf(1), 'x'])
      expect(() => subjectOf(wrong)).toThrow(TypeError);
  });

  it('is requested once by all that find it expired', async () => {
    const ask = vi.fn(async () => 'new');
    const token = new VisitorToken(ask);
    token.take('old');
    expect(await Promise.all([token.renew(), token.renew()])).toEqual([true, true]);
    expect([token.current(), ask.mock.calls.length]).toEqual(['new', 1]);
  });

  it('does not return once the visitor has signed out', async () => {
    const token = new VisitorToken(async () => {
      token.take(null);
      return 'new';
    });
    token.take('old');
    expect(await token.renew()).toBe(false);
    expect(token.current()).toBeNull();
  });
});

describe('the gateway', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is called again with a new token when the old one has expired', async () => {
    const seen: (string | null)[] = [];
    vi.stubGlobal('fetch', async (_url: string, { headers, body }: RequestInit) => {
      seen.push(new Headers(headers).get('x-visitor-token'));
      expect(JSON.parse(String(body))).toMatchObject({ metadata: { page: 'p' }, from: { id: 'v' } });
      expect(new Headers(headers).get('x-session-id')).toBe('s');
      const isNew = seen.length > 1;
      const answer = isNew
        ? { conversationId: 'c', status: 'active', replies: [] }
        : { code: 'visitor_token_expired', detail: 'expired' };
      return new Response(JSON.stringify(answer), { status: isNew ? 200 : 401 });
    });
    const token = new VisitorToken(() => 'new');
    token.take('old');
    const client = gatewayClient({ api: 'https://api.example', tenant: 't', widget: undefined, token });
    const request = { visitorId: 'v', sessionId: 's', conversationId: null, text: 'hi', idempotencyKey: 'k' };
    expect(await client.post({ ...request, metadata: { page: 'p' } })).toMatchObject({ kind: 'answered' });
    expect(seen).toEqual(['old', 'new']);
  });
});
