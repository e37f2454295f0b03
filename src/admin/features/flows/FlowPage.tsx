import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Draft, type FlowDetail, liveChange } from '../../../contract/admin/flows.ts';
import { noContent } from '../../api/api.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../components/console-context.ts';
import { DeleteByName } from '../../components/DeleteByName.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { saveJson } from '../../components/save-json.ts';
import { PublishedNotice } from './publish/PublishedNotice.tsx';
import { PublishFlow } from './publish/PublishFlow.tsx';
import { draftQuery, flowQuery } from './queries.ts';
import { FlowView } from './view/FlowView.tsx';
import { useFaults } from './view/use-faults.ts';

/** A flow: its draft, or what is live when nothing has been changed; who uses it, and the way to publish it. */
export function FlowPage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation('flows');
  const flow = useQuery(flowQuery(flowId));
  const draft = useQuery(draftQuery(flowId));
  return (
    <Stack gap="lg">
      <PageTitle>{flow.data?.body.title ?? flowId}</PageTitle>
      <PublishedNotice />
      <Loaded query={flow} what={flowId}>
        {({ body: detail, etag }) => <FlowHead flow={detail} etag={etag} />}
      </Loaded>
      {flow.error === null && (
        <Loaded query={draft} what={t('steps')}>
          {({ body: content }) => (
            <FlowBody draft={content} hasFaults={(flow.data?.body.draft?.faults ?? 0) > 0} />
          )}
        </Loaded>
      )}
    </Stack>
  );
}

function FlowHead({ flow, etag }: ReadFlow) {
  const { t } = useTranslation(['flows', 'common']);
  const { may } = useRole();
  const { id, live, draft, usedBy } = flow;
  return (
    <Stack gap="sm">
      <Group>
        <bdi className="quiet">{id}</bdi>
        <span>
          {t('live')}: {live.version === null ? t('notLive') : t('version', { version: live.version })}
        </span>
        <PageLink path={`flows/${id}/versions`}>{t('versions')}</PageLink>
        {draft && live.version !== null && (
          <PageLink path={`flows/${id}/compare?from=${live.version}&to=draft`}>{t('compareDraft')}</PageLink>
        )}
      </Group>
      <Text>
        {usedBy.length === 0 && <span className="quiet">{t('unused')}</span>}
        {usedBy.length > 0 && `${t('usedBy')}: `}
        {usedBy.map((user, n) => (
          <span key={`${user.kind} ${user.id}`}>
            {n > 0 && ', '}
            {t(`common:resources.${user.kind}`)} <bdi>{user.id}</bdi>
          </span>
        ))}
      </Text>
      <Trial flow={flow} etag={etag} />
      <Group>
        {may('flows:edit') && <PageLink path={`flows/${id}/edit`}>{t('edit')}</PageLink>}
        <PublishFlow flow={flow} />
        {may('flows:edit') && <PageLink path={`flows?new&from=copy:${id}`}>{t('create.duplicate')}</PageLink>}
        <DeleteFlow flow={flow} etag={etag} />
      </Group>
    </Stack>
  );
}

interface Props {
  readonly flow: FlowDetail;
  readonly etag: string;
}
type Action = 'promote' | 'cancel';

/** A version that a share of visitors meets: who meets it, and the two ways to end that. */
function Trial({ flow, etag }: Props) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const [action, setAction] = useState<Action | null>(null);
  const { canary } = flow.live;
  if (!canary) return <Ended flow={flow} />;
  return (
    <Group
      className="trial"
      role="group"
      aria-label={t('canaryBar', { version: canary.version, percent: canary.percent })}
    >
      <Text>{t('canaryBar', { version: canary.version, percent: canary.percent })}</Text>
      {may('flows:publish') && (
        <>
          <Button variant="default" onClick={() => setAction('promote')}>
            {t('promote.open')}
          </Button>
          <Button variant="default" onClick={() => setAction('cancel')}>
            {t('cancelCanary.open')}
          </Button>
        </>
      )}
      {action && <EndTrial flow={flow} etag={etag} action={action} onClose={() => setAction(null)} />}
    </Group>
  );
}

/** A trial that has ended by itself, until something else is published. */
function Ended({ flow: { canaryEnded } }: Pick<Props, 'flow'>) {
  const { t } = useTranslation('flows');
  if (!canaryEnded) return null;
  const { version, action, raised, against } = canaryEnded;
  return (
    <Text className={action === 'cancel' ? 'warn' : 'quiet'}>
      {action === 'cancel'
        ? t('trialEnded', {
            version,
            failed: raised.part,
            count: raised.of,
            otherFailed: against.part,
            otherCount: against.of,
          })
        : t('trialPromoted', { version })}
    </Text>
  );
}

function EndTrial({
  flow: { id, live },
  etag,
  action,
  onClose,
}: Props & { readonly action: Action; readonly onClose: () => void }) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const write = useWrite();
  const version = live.canary?.version ?? 0;
  const body = { action };
  const idempotencyKey = useIdempotencyKey({ body, etag });
  const dialog = action === 'promote' ? 'promote' : 'cancelCanary';
  const end = async () => {
    const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
    const options = { path: { flowId: id }, header, body };
    const isDone = await write.send(() =>
      call('POST', '/v1/admin/flows/{flowId}/canary', liveChange, options),
    );
    if (isDone) onClose();
    // What is live now is shown in either case: somebody else may have ended it.
  };
  return (
    <ConfirmDialog
      title={t(`${dialog}.title`, { version })}
      button={t(`${dialog}.button`)}
      write={write}
      onClose={onClose}
      onConfirm={() => void end()}
    >
      <Text>{t(`${dialog}.what`, { version, live: live.version ?? 0 })}</Text>
    </ConfirmDialog>
  );
}

/** A flow as it was read, and how to read it anew. */
interface ReadFlow {
  readonly flow: FlowDetail;
  readonly etag: string;
}

/** Deletes a flow, once its name has been typed: it can't be taken back. */
function DeleteFlow({ flow, etag }: ReadFlow) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const { may } = useRole();
  if (!may('flows:edit')) return null;
  const options = { path: { flowId: flow.id }, header: { 'if-match': etag } };
  const remove = () => call('DELETE', '/v1/admin/flows/{flowId}', noContent, options);
  return (
    <DeleteByName
      id={flow.id}
      remove={remove}
      texts={{
        open: t('remove.open'),
        title: t('remove.title', { name: flow.id }),
        what: t('remove.what'),
        type: t('remove.type', { name: flow.id }),
        button: t('remove.button'),
      }}
      then="flows"
    />
  );
}

function FlowBody({ draft, hasFaults }: { readonly draft: Draft; readonly hasFaults: boolean }) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const { live, saved, definition, layout, flowId } = draft;
  const faults = useFaults(draft, hasFaults);
  return (
    <Stack>
      <Group>
        <Text className="quiet">
          {saved || live.version === null ? t('shownDraft') : t('shownLive', { version: live.version })}
        </Text>
        {may('flows:edit') && <PageLink path={`flows/${flowId}/tests`}>{t('tests')}</PageLink>}
        {may('flows:edit') && <ExportFlow draft={draft} />}
        {may('flows:edit') && saved && (
          <PageLink path={`flows/${flowId}/replay`}>{t('replay.open')}</PageLink>
        )}
      </Group>
      <FlowView definition={definition} layout={layout} title={flowId} faults={faults} />
    </Stack>
  );
}

/** The flow as a file, which another tenant or the command line takes. */
function ExportFlow({ draft: { flowId, definition } }: { readonly draft: Draft }) {
  const { t } = useTranslation('flows');
  const save = () => saveJson(flowId, { id: flowId, version: 1, ...definition });
  return (
    <button type="button" className="text-button" onClick={save}>
      {t('create.exportJson')}
    </button>
  );
}
