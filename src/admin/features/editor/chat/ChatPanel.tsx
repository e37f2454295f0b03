import { useCallback, useEffect, useState } from 'react';
import type { FlowDocument } from '../document/document.ts';
import { CoverageView, Scripts, useRuns } from '../scripts/Scripts.tsx';
import { withScript } from '../scripts/script-rows.ts';
import { type Samples, useEditor, useFlow, useSaving } from '../store/editor-context.ts';
import type { ChatTurn } from './play-turn.ts';
import type { Start } from './StartHere.tsx';
import { TestChat } from './TestChat.tsx';

interface ChatPanelProps {
  /** Called with the steps of the test chat, the current one first. */
  readonly onWalk: (walked: ReadonlyMap<string, 'walked' | 'here'> | undefined) => void;
  /** Called with the connections that no test takes, as the canvas names them, while coverage is shown. */
  readonly onCover: (unwalked: ReadonlySet<string> | undefined) => void;
}

/** The tests beside the flow that is being edited: the chat runs it as it stands, saved or not. */
export function ChatPanel({ onWalk, onCover }: ChatPanelProps) {
  const { store, flowId, country, samples, scripts: player } = useEditor();
  const definition = useFlow((document) => document.definition);
  const conversations = useFlow((document) => document.conversations);
  const { saving } = useSaving();
  const { found, isRunning } = useRuns(player, { definition, conversations });
  const [start, setStart] = useState<Start | null>(null);
  const [isDrawn, setDrawn] = useState(false);
  const left = found?.coverage.left;
  useEffect(() => {
    onCover(isDrawn && left ? new Set(left.map(asEdge)) : undefined);
    return () => onCover(undefined);
  }, [onCover, isDrawn, left]);
  const onTurn = useCallback(
    (turn: ChatTurn | null) => {
      onWalk(turn ? walkedIn(turn) : undefined);
      if (turn) samples.setState(samplesOf(turn));
    },
    [onWalk, samples],
  );
  const keep = async (scripts: readonly object[]) => {
    const value = scripts as FlowDocument['conversations'];
    store.do({ do: 'edit', path: ['conversations'], value });
  };
  return (
    <section className="trial-beside">
      <TestChat
        flowId={flowId}
        definition={definition}
        country={country}
        isSaved={saving.kind === 'saved'}
        start={start}
        onTurn={onTurn}
        onStep={(id) => store.select([id])}
        onSave={(script) => keep(withScript(conversations, script))}
      />
      <div>
        <Scripts conversations={conversations} found={found} isRunning={isRunning} onChange={keep} />
        {found && (
          <CoverageView
            coverage={found.coverage}
            isDrawn={isDrawn}
            onDraw={setDrawn}
            onTry={(stepId) => setStart({ stepId, variables: {} })}
          />
        )}
      </div>
    </section>
  );
}

/** `steps.menu.choices.0.next` is `menu choices.0.next` on the canvas. */
function asEdge(path: string): string {
  const [, stepId = '', ...key] = path.split('.');
  return `${stepId} ${key.join('.')}`;
}

/** Computes the previews of these steps with the given values. */
function samplesOf({ steps, after, standing }: ChatTurn): Samples {
  const here = standing.state?.flow.stepId;
  return Object.fromEntries([...steps, ...(here === undefined ? [] : [here])].map((id) => [id, after]));
}

function walkedIn({ steps, standing }: ChatTurn): ReadonlyMap<string, 'walked' | 'here'> {
  const walked = new Map<string, 'walked' | 'here'>(steps.map((id) => [id, 'walked']));
  const here = standing.state?.flow.stepId;
  if (here !== undefined) walked.set(here, 'here');
  return walked;
}
