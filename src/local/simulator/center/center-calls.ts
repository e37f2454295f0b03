import { createAwsClients } from '../../../aws/clients.ts';
import { DirectoryTableWriter } from '../../../aws/directory-writer.ts';
import { centerSignature } from '../../../channels/contactcenter/center-signature.ts';
import type { TenantFolder } from '../../../domain/tenant-folder.ts';
import type { Mood } from '../hostility.ts';
import type { Refusal, SimulatedAccount, Users, Windows } from '../provider.ts';
import type { ChatBook, SentMessage } from '../statuses.ts';

/** A call of the gateway's webhook as the desk makes it. */
export interface CenterCall {
  readonly account: SimulatedAccount;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The gateway's response; null if there was none. */
export type CenterStatus = number | null;

const tries = 20;
const againMs = 250;

/**
 * Calls the gateway as the contact center, authenticated, and signed if the account requires it. Retries until
 * there is a response.
 */
export function centerCaller(gatewayUrl: () => string, book: ChatBook, nowMs: () => number) {
  return async ({ account, body }: CenterCall): Promise<CenterStatus> => {
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

/** Has the desk answer for the tenants that have a contact center, or their own people again. */
export type Escalate = (isOn: boolean) => Promise<void>;

/** Changes the tenants as the command line would. @param env the stack's settings */
export function escalator(
  env: Readonly<Record<string, string | undefined>>,
  tenants: readonly TenantFolder[],
): Escalate {
  const places = { tablePrefix: env.TABLE_PREFIX ?? '', secretPrefix: env.TENANT_SECRET_PREFIX ?? '' };
  const writer = new DirectoryTableWriter(createAwsClients(env), places, { rewriteFlows: true });
  return async (isOn) => {
    for (const folder of tenants) {
      const center = folder.channels.find(({ channel }) => channel === 'contactcenter');
      const { escalation: _, ...tenant } = folder.tenant;
      const escalation = { kind: 'contactcenter', account: center?.id ?? '', fallback: 'inbox' } as const;
      if (center) await writer.apply({ ...folder, tenant: isOn ? { ...tenant, escalation } : tenant });
    }
  };
}

/** A send that had its effect, as tests look at it. */
export interface TakenSend {
  /** The provider's id. */
  readonly id: string;
  readonly account: string;
  readonly to: string;
  readonly userId: string;
  readonly replyId: string;
  readonly path: string;
  readonly body: unknown;
}

export interface SendParts {
  readonly mood: Mood;
  readonly book: ChatBook;
  readonly users: Users;
  readonly windows: Windows;
  readonly nowMs: () => number;
  readonly accounts: () => readonly SimulatedAccount[];
  /** Called once for each send that took effect. */
  readonly onTaken: (send: TakenSend, message: SentMessage) => void;
}

/** The caller's response, which may be lost although the send took effect. */
export type SendAnswer = Refusal & {
  readonly lost?: boolean;
  /** Never answered, and without effect. */
  readonly hangs?: boolean;
  readonly retryAfterS?: number;
};
