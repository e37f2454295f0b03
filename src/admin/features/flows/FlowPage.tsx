import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../contract/admin/flows.ts';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { ExportFlow } from './create/ExportFlow.tsx';
import { DeleteFlow, type ReadFlow } from './publish/DeleteFlow.tsx';
import { PublishedNotice } from './publish/PublishedNotice.tsx';
import { PublishFlow } from './publish/PublishFlow.tsx';
import { Trial } from './publish/Trial.tsx';
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
