import { useEffect, useMemo, useRef, useState } from 'react';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Results } from '../chat/chat-messages.ts';
import { ChatWorker } from '../chat/chat-worker.ts';
import { useCalled } from '../chat/use-called.ts';

const pauseMs = 400;

/** Runs the tests of a draft again whenever editing pauses. */
export function useRuns(
  flowId: string,
  { definition, conversations }: Pick<DraftContent, 'definition' | 'conversations'>,
): { readonly found: Results['run'] | null; readonly isRunning: boolean } {
  const others = useCalled(flowId, definition);
  const worker = useRef<ChatWorker | null>(null);
  const [found, setFound] = useState<{ of: unknown; result: Results['run'] | null } | null>(null);
  // One object as long as nothing changes.
  const of = useMemo(() => ({ definition, conversations, others }), [definition, conversations, others]);
  useEffect(() => {
    let isCurrent = true;
    const flow = { definition: { ...of.definition, id: flowId, version: 1 }, others: of.others };
    const run = () => {
      worker.current ??= new ChatWorker();
      worker.current.ask<'run'>({ do: 'run', flow, scripts: of.conversations }).then(
        (result) => isCurrent && setFound({ of, result }),
        () => isCurrent && setFound({ of, result: null }),
      );
    };
    const timer = setTimeout(run, worker.current ? pauseMs : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [flowId, of]);
  useEffect(
    () => () => {
      worker.current?.stop();
      worker.current = null;
    },
    [],
  );
  return { found: found?.result ?? null, isRunning: found?.of !== of };
}
