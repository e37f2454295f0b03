import { centerSignature } from '../../../channels/contactcenter/center-signature.ts';
import type { SimulatedAccount } from '../accounts.ts';
import type { ChatBook } from '../chat-book.ts';

/** A call of the gateway's webhook as the desk makes it. */
export interface DeskCall {
  readonly account: SimulatedAccount;
  readonly body: Readonly<Record<string, unknown>>;
}

/** How the gateway answered; null: not at all. */
export type DeskStatus = number | null;

const tries = 20;
const againMs = 250;

/** Calls the gateway as the contact center: signed in, and signed where the account says so; again until it is answered. */
export function deskCaller(gatewayUrl: () => string, book: ChatBook, nowMs: () => number) {
  return async ({ account, body }: DeskCall): Promise<DeskStatus> => {
    const text = JSON.stringify(body);
    const credentials = `${account.settings.username ?? ''}:${account.secret('password')}`;
    const secret = account.secret('signing_secret');
    const headers = {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
      ...(secret !== '' && centerSignature(secret, text, nowMs())),
    };
    for (let attempt = 1; ; attempt += 1) {
      const { status, answer } = await call(`${gatewayUrl()}/v1/webhooks/contactcenter`, headers, text);
      if (status !== null && status < 500 && status !== 429) {
        book.log({
          atMs: nowMs(),
          direction: 'webhook',
          account: account.key,
          summary: `handoff: ${String(body.type)}`,
          status,
          details: { call: 'POST /v1/webhooks/contactcenter', request: text, answer, messages: [] },
        });
        return status;
      }
      if (attempt === tries) return status;
      await new Promise((resolve) => setTimeout(resolve, againMs));
    }
  };
}

async function call(url: string, headers: Record<string, string>, body: string) {
  try {
    const response = await fetch(url, { method: 'POST', headers, body });
    return { status: response.status, answer: await response.text() };
  } catch {
    return { status: null, answer: '' };
  }
}
