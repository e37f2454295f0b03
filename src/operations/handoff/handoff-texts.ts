import type { Tenant } from '../../contract/directory.ts';
import { assignsAutomatically, queuesOf } from '../../contract/queues.ts';
import { type AgentTurnParts, isWindowClosed } from '../../domain/agent-turn.ts';
import type { HandoffOwner } from '../../domain/handoff.ts';
import type { Gateway } from '../gateway.ts';
import type { Stored } from '../turn/change-as-agent.ts';

type HandoffSettings = Omit<NonNullable<Tenant['handoff']>, 'queues'> & {
  readonly queues: readonly string[];
  /** Whether any queue assigns automatically. */
  readonly isAutomatic: boolean;
};
type TextName = keyof NonNullable<HandoffSettings['texts']>;

/** Visitors who were promised an agent get a message in any case. */
const defaults: Partial<Record<TextName, string>> = {
  missed: 'Sorry, nobody could take over in time. Write again to go on.',
};

/** Returns the tenant's handoff settings and queues. */
export async function handoffSettingsOf(
  { directory }: Pick<Gateway, 'directory'>,
  tenantId: string,
): Promise<HandoffSettings> {
  const tenant = await directory.findTenant(tenantId);
  return { ...tenant?.handoff, queues: queuesOf(tenant), isAutomatic: assignsAutomatically(tenant) };
}

/** On web chat a visitor sees who has come, and who is looked for: only chat apps need words for that. */
const seenOnWebChat: readonly TextName[] = ['joined', 'looking'];

/** The message to the visitor in the flow's name; none if the tenant has no text, or the chat app accepts none. */
export function textToVisitor(
  stored: Stored,
  { texts = {} }: Pick<HandoffSettings, 'texts'>,
  name: TextName,
  { nowMs, who = null }: { readonly nowMs: number; readonly who?: HandoffOwner | null },
): NonNullable<AgentTurnParts['says']> {
  if (stored.channel === 'webchat' && seenOnWebChat.includes(name)) return [];
  if (isWindowClosed(stored, nowMs)) return [];
  const text = (texts[name] ?? defaults[name] ?? '').replaceAll('{name}', who?.name ?? '');
  return text.trim() === '' ? [] : [{ author: 'bot', text }];
}
