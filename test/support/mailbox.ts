import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { startDesk } from './inbox.ts';

/** Agents and visitors whose emails are read where they are sent locally. */
export async function startMailbox(options: Parameters<typeof startDesk>[0] = {}) {
  const clock = { aheadMs: 0 };
  const nowMs = () => Date.now() + clock.aheadMs;
  const desk = await startDesk({
    clock,
    own: { runs: (env) => createRuns(env, { nowMs }) },
    ...options,
  });
  const { stack } = desk;
  const page = `${stack.url}/chat/acme/acme-web`;
  const headersOf = (session: string) => ({
    'x-tenant-id': 'acme',
    'x-widget-id': 'acme-web',
    'x-session-id': session,
  });
  const post = (session: string, path: string, body?: unknown) =>
    body === undefined
      ? fetch(`${stack.url}/v1/webchat/${path}`, { method: 'POST', headers: headersOf(session) })
      : stack.post(`/v1/webchat/${path}`, body, headersOf(session));
  /** The emails to an address, the oldest first. */
  const mailsTo = (email: string) => stack.userPool.mails.filter(({ to }) => to === email).toReversed();
  const linkIn = (email: string, n = -1) => {
    const text = mailsTo(email).at(n)?.text ?? '';
    return /^https?:\S+$/m.exec(text)?.[0] ?? '';
  };
  return {
    desk,
    page,
    post,
    mailsTo,
    linkIn,
    tokenIn: (email: string) => linkIn(email).split(/token=|#chat-link=/)[1] ?? '',
    newEmail: () => `${randomUUID()}@example.com`,
    /** A visitor who has asked for emails and, unless said otherwise, has confirmed the address. */
    async visitor({ email = `${randomUUID()}@example.com`, confirms = true, language = 'en' } = {}) {
      const visitor = await desk.begin();
      const path = `conversations/${visitor.conversationId}`;
      const asked = await post(visitor.session, `${path}/email`, { email, page, language });
      expect(asked.status).toBe(202);
      await stack.drain();
      if (confirms) await fetch(linkIn(email), { method: 'POST' });
      return { ...visitor, email, path };
    },
  };
}
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;
