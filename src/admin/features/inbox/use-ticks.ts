import { useEffect, useState } from 'react';
import { type TranscriptMessage, transcriptPage } from '../../../contract/admin/conversations.ts';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { LogMessage } from '../../../contract/poll.ts';
import { useConsole, useRole } from '../../components/console-context.ts';

/** What became of replies, by their ids. */
export type Ticks = ReadonlyMap<string, TranscriptMessage['delivery']>;

/** Nothing more becomes of these. */
const ended = ['read', 'failed'];
const looksAfterMs = [1_000, 4_000, 15_000, 60_000];
const lastMessages = 30;

/** What has become of the last replies on a chat app: looked at a few times after each, since nobody tells of it. */
export function useTicks(
  conversationId: string,
  row: HandoffRow | null,
  messages: readonly LogMessage[],
): Ticks {
  const { call } = useConsole();
  const { may } = useRole();
  const [ticks, setTicks] = useState<Ticks>(new Map());
  const isWanted = row !== null && row.visitor.channel !== 'webchat' && may('conversations:view');
  const last = messages.slice(-lastMessages);
  const pending = last.findIndex(
    ({ id, author }) => author !== 'user' && !ended.includes(ticks.get(id)?.state ?? ''),
  );
  const after = pending > 0 ? last[pending - 1]?.id : null;
  const newest = messages.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew whenever something was said.
  useEffect(() => {
    if (!isWanted || pending === -1) return;
    const look = async () => {
      const { body } = await call(
        'GET',
        '/v1/admin/conversations/{conversationId}/messages',
        transcriptPage,
        { path: { conversationId }, query: { limit: 100, after: after ?? undefined } },
      );
      setTicks(
        (known) => new Map([...known, ...body.items.map(({ id, delivery }) => [id, delivery] as const)]),
      );
    };
    const timers = looksAfterMs.map((ms) => setTimeout(() => void look().catch(() => undefined), ms));
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [call, conversationId, isWanted, newest]);
  return ticks;
}
