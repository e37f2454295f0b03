import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, draft as draftSchema } from '../../../contract/admin/flows.ts';
import { useWrite } from '../../api/use-write.ts';
import { useConsole } from '../../components/console-context.ts';
import { Failure, Loaded } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { ScriptPlayer } from '../editor/chat/chat-worker.ts';
import type { Start } from '../editor/chat/StartHere.tsx';
import { TestChat } from '../editor/chat/TestChat.tsx';
import { CoverageView, Scripts, useRuns } from '../editor/scripts/Scripts.tsx';
import { type Script, withScript } from '../editor/scripts/script-rows.ts';
import { FlowHeader } from './FlowHeader.tsx';
import { draftQuery } from './queries.ts';

const draftPath = '/v1/admin/flows/{flowId}/draft';

/** The tests of a flow's draft: a chat to try it, and the scripted conversations that come of such chats. */
export function TestsPage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation(['tests', 'flows']);
  const draft = useQuery(draftQuery(flowId));
  return (
    <Stack gap="lg">
      <FlowHeader flowId={flowId} tab={t('flows:tabs.tests')} />
      <Loaded query={draft} what={flowId}>
        {({ body: content, etag }) => <Tests draft={content} etag={etag} />}
      </Loaded>
    </Stack>
  );
}

function Tests({ draft, etag }: { readonly draft: Draft; readonly etag: string }) {
  const { flowId, definition, layout, conversations, country } = draft;
  const { call } = useConsole();
  const write = useWrite();
  const goTo = useGoTo();
  const player = useMemo(() => new ScriptPlayer(call, flowId), [call, flowId]);
  useEffect(() => () => player.stop(), [player]);
  const { found, isRunning } = useRuns(player, draft);
  const [start, setStart] = useState<Start | null>(null);
  // After a conflict, the other version is shown, and the change has to be made again.
  const save = (scripts: readonly Script[]) => {
    const body = { definition, layout, conversations: scripts };
    const options = { path: { flowId }, header: { 'if-match': etag }, body };
    return call('PUT', draftPath, draftSchema, options);
  };
  const change = (scripts: readonly Script[]) => write.send(() => save(scripts));
  return (
    <div className="trial-page">
      <Stack>
        {write.error && <Failure error={write.error} />}
        <Scripts conversations={conversations} found={found} isRunning={isRunning} onChange={change} />
        {found && (
          <CoverageView coverage={found.coverage} onTry={(stepId) => setStart({ stepId, variables: {} })} />
        )}
      </Stack>
      <TestChat
        flowId={flowId}
        definition={definition}
        country={country}
        isSaved
        start={start}
        onStep={(id) => goTo(`flows/${flowId}?step=${id}`)}
        onSave={(script) => save(withScript(conversations, script))}
      />
    </div>
  );
}
