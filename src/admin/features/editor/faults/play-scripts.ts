import type { Call } from '../../../api/api.ts';
import type { Fault } from '../../flows/view/engine-jobs.ts';
import { ChatWorker } from '../chat/chat-worker.ts';
import { calledBy, loadCalled } from '../chat/load-called.ts';
import type { FlowDocument } from '../document/document.ts';

/** Plays the scripted conversations of a draft in a worker, which is loaded with the first of them. */
export function playScripts(
  call: Call,
  flowId: string,
): { readonly play: (document: FlowDocument) => Promise<readonly Fault[]>; readonly stop: () => void } {
  let worker: ChatWorker | null = null;
  let called: { readonly ids: string; readonly flows: ReturnType<typeof loadCalled> } | null = null;
  let isStopped = false;
  return {
    async play({ definition, conversations }) {
      const ids = calledBy(definition, flowId).sort();
      if (called?.ids !== ids.join(' '))
        called = { ids: ids.join(' '), flows: loadCalled(call, flowId, ids) };
      const others = await called.flows;
      if (isStopped) return [];
      worker ??= new ChatWorker();
      const flow = { definition: { ...definition, id: flowId, version: 1 }, others };
      const { warnings } = await worker.ask<'run'>({ do: 'run', flow, scripts: conversations });
      return warnings;
    },
    stop: () => {
      isStopped = true;
      worker?.stop();
    },
  };
}
