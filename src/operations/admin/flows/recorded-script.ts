import type { Tenant } from '../../../contract/directory.ts';
import { limits } from '../../../contract/limits.ts';
import type { CommittedTurn } from '../../../domain/conversation.ts';
import { isErased } from '../../../domain/erasure.ts';
import type { RecordedStep } from '../../../domain/recorded-steps.ts';
import type { Action, FlowScript, Setting } from '../../../engine/flow-script.ts';
import type { Admin } from '../admin.ts';

const minuteMs = 60_000;
/** A rehearsal's clock goes on so much with each message. */
const tickMs = 1_000;

/** A recorded conversation as a script: what its visitor said, when, and what the flow said to it. */
export interface RecordedScript {
  readonly script: FlowScript;
  /** What its steps found outside, as far as it is kept. */
  readonly recorded: readonly RecordedStep[];
  /** Whether it is longer than that. */
  readonly isCut: boolean;
}

/** What a conversation is, when it is none of the flow. */
export interface OtherFlow {
  readonly otherFlow: string;
}

/**
 * Reads a conversation of the log as a script, up to where a human took it, or another flow: what they did is not the
 * flow's.
 * @param played what is answered outside
 * @param flowIds the flow, and those that it calls
 * @returns null when the tenant has none of this id
 */
export async function recordedScript(
  admin: Pick<Admin, 'conversations' | 'turnLog'>,
  tenant: Pick<Tenant, 'id' | 'time_zone' | 'country'>,
  conversationId: string,
  {
    played,
    flowIds,
  }: { readonly played: Pick<FlowScript, 'http' | 'llm'>; readonly flowIds: ReadonlySet<string> },
): Promise<RecordedScript | OtherFlow | null> {
  const stored = await admin.conversations.find(tenant.id, conversationId);
  if (!stored || isErased(stored)) return null;
  const all = await readTurns(admin, tenant.id, conversationId, limits.replayedTurns + 1);
  const own = all.findIndex(({ flow }) => !flowIds.has(flow.id));
  if (own === 0) return { otherFlow: all[0]?.flow.id ?? '' };
  return scriptOf(own === -1 ? all : all.slice(0, own), { tenant, conversationId, played });
}

function scriptOf(
  all: readonly CommittedTurn[],
  {
    tenant,
    conversationId,
    played,
  }: {
    readonly tenant: Pick<Tenant, 'time_zone' | 'country'>;
    readonly conversationId: string;
    readonly played: Pick<FlowScript, 'http' | 'llm'>;
  },
): RecordedScript {
  const most = limits.replayedTurns;
  const taken = all.findIndex(({ status }) => status === 'handoff');
  const turns = all.slice(0, taken === -1 ? most : Math.min(taken + 1, most));
  const first = turns.find(({ inbound }) => inbound)?.inbound;
  return {
    script: {
      ...played,
      title: conversationId,
      ...(first && { clock: first.timestamp }),
      ...(tenant.time_zone !== undefined && { timeZone: tenant.time_zone }),
      ...(tenant.country !== undefined && { country: tenant.country }),
      steps: stepsOf(turns),
    },
    recorded: turns.flatMap(({ recorded = [] }) => recorded),
    isCut: taken === -1 ? all.length > most : taken >= most,
  };
}

/** The log gives a page as large as it can. */
async function readTurns(
  { turnLog }: Pick<Admin, 'turnLog'>,
  tenantId: string,
  conversationId: string,
  most: number,
): Promise<readonly CommittedTurn[]> {
  const turns: CommittedTurn[] = [];
  for (let after: string | null = null; turns.length < most; ) {
    const page = await turnLog.read(tenantId, conversationId, after, most - turns.length);
    turns.push(...page);
    const messages = page.flatMap(({ inbound, replies }) => [inbound ?? [], replies].flat());
    const last: string | undefined = messages.at(-1)?.id;
    if (last === undefined) break;
    after = last;
  }
  return turns;
}

function stepsOf(turns: readonly CommittedTurn[]): Action[] {
  const steps: Action[] = [];
  let lastMs: number | null = null;
  const silence = { untilMs: 0, said: [] as Action[] };
  const passUntil = (ms: number) => {
    const minutes = lastMs === null ? 0 : (ms - lastMs) / minuteMs;
    if (minutes > 0) steps.push({ minutes }, ...silence.said);
    silence.said = [];
  };
  for (const { inbound, inboundMetadata, replies, committedAtMs } of turns) {
    const said = saidIn(replies);
    if (!inbound) {
      // Time began it: it came of the silence between two messages.
      silence.untilMs = committedAtMs;
      silence.said.push(...said);
      continue;
    }
    const atMs = Date.parse(inbound.timestamp);
    passUntil(atMs - tickMs);
    // What was taken from a request is JSON.
    if (inboundMetadata) steps.push({ set: { metadata: inboundMetadata as Setting['metadata'] } });
    steps.push({ user: inbound.text, attachments: inbound.attachments ?? [] }, ...said);
    lastMs = atMs;
  }
  passUntil(silence.untilMs);
  return steps;
}

function saidIn(replies: CommittedTurn['replies']): Action[] {
  return replies.flatMap(({ author, text, choices = [] }) =>
    author === 'bot' ? [{ expect: text }, { expect: { choices: choices.map(({ label }) => label) } }] : [],
  );
}
