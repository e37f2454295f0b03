import type { ChatBook } from './chat-book.ts';
import type { GatewayStatus } from './courier.ts';
import type { WebhookCall, WebhookItem } from './provider.ts';

/** A webhook call that was made, and the gateway's answer. */
export interface MadeCall extends WebhookCall {
  readonly status: GatewayStatus;
}

/** Calls the gateway's webhooks; each call is told and logged. */
export function webhookCaller(
  gatewayUrl: () => string,
  book: ChatBook,
  nowMs: () => number,
  onMade: (call: MadeCall) => void,
): (call: WebhookCall) => Promise<GatewayStatus> {
  return async (call) => {
    const { status, body } = await callWebhook(gatewayUrl(), call);
    onMade({ ...call, status });
    book.log({
      atMs: nowMs(),
      direction: 'webhook',
      account: distinct(call.items.map(({ account }) => account.key)),
      summary: distinct(call.items.map(describeItem)),
      status: status ?? 'no answer',
      details: {
        call: `POST ${call.path}`,
        request: pretty(call.body),
        answer: pretty(body),
        messages: call.items.map(({ kind, id, account }) => ({
          title: kind === 'status' ? 'The reply it speaks of' : 'This message',
          account: account.key,
          id,
        })),
      },
    });
    return status;
  };
}

async function callWebhook(
  gatewayUrl: string,
  { path, headers, body }: WebhookCall,
): Promise<{ readonly status: GatewayStatus; readonly body: string }> {
  try {
    const response = await fetch(gatewayUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return { status: null, body: '' };
  }
}

/** JSON as people read it; anything else as it is. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

const distinct = (words: readonly string[]) => [...new Set(words)].join(', ');

function describeItem(item: WebhookItem): string {
  return item.kind === 'status' ? `status ${item.state}` : `message ${item.message.type}`;
}
