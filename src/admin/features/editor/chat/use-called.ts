import { useEffect, useState } from 'react';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { FlowDefinition } from '../../../../contract/flow.ts';
import { useConsole } from '../../../components/console-context.ts';
import { calledBy, loadCalled } from './load-called.ts';

const none: readonly FlowDefinition[] = [];

/** The live flows that a definition calls, and those that they call; what can't be read is found out by trying. */
export function useCalled(flowId: string, definition: DraftContent['definition']): readonly FlowDefinition[] {
  const { call } = useConsole();
  const wanted = calledBy(definition, flowId).sort().join(' ');
  const [called, setCalled] = useState(none);
  useEffect(() => {
    let isCurrent = true;
    void loadCalled(call, flowId, wanted.split(' ').filter(Boolean)).then((found) => {
      if (isCurrent) setCalled(found.length === 0 ? none : found);
    });
    return () => {
      isCurrent = false;
    };
  }, [call, flowId, wanted]);
  return called;
}
