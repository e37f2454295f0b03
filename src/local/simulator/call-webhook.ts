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
    const status = await callWebhook(gatewayUrl(), call);
    onMade({ ...call, status });
    book.log({
      atMs: nowMs(),
      direction: 'webhook',
      account: distinct(call.items.map(({ account }) => account.key)),
      summary: distinct(call.items.map(describeItem)),
      status: status ?? 'no answer',
    });
    return status;
  };
}

async function callWebhook(gatewayUrl: string, { path, headers, body }: WebhookCall): Promise<GatewayStatus> {
  try {
    const response = await fetch(gatewayUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return null;
  }
}

const distinct = (words: readonly string[]) => [...new Set(words)].join(', ');

function describeItem(item: WebhookItem): string {
  return item.kind === 'status' ? `status ${item.state}` : `message ${item.message.type}`;
}
