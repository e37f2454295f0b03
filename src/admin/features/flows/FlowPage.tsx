import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import IconAppWindow from '@tabler/icons-react/icons/IconAppWindow';
import IconBroadcast from '@tabler/icons-react/icons/IconBroadcast';
import IconLink from '@tabler/icons-react/icons/IconLink';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import IconRoute from '@tabler/icons-react/icons/IconRoute';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FlowSummary, liveChange } from '../../../contract/admin/flows.ts';
import { useIdempotencyKey } from '../../api/use-write.ts';
import { useConsole, useRole } from '../../components/console-context.ts';
import { useConfirm } from '../../components/Dialog.tsx';
import { Loaded, lazyPart, Rows } from '../../components/Loaded.tsx';
import { useGoTo } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageHeader.tsx';
import { DraftState, FlowHeader, FlowMenu } from './FlowHeader.tsx';
import { PublishedNotice } from './publish/PublishedNotice.tsx';
import { draftQuery, flowQuery } from './queries.ts';
import { FlowView } from './readers.ts';

const PublishFlow = lazyPart(() => import('./publish/PublishFlow.tsx'), 'PublishFlow');

const TestLinksDialog = lazyPart(() => import('./share/TestLinksDialog.tsx'), 'TestLinksDialog');

/** A flow: its draft, or the live version if there are no changes, with its usage and Publish. */
export function FlowPage({ flowId = '' }: { readonly flowId?: string }) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const goTo = useGoTo();
  const flow = useQuery(flowQuery(flowId));
  const draft = useQuery(draftQuery(flowId));
  const detail = flow.data?.body;
  return (
    <Stack gap="lg">
      <FlowHeader flowId={flowId}>
        {may('flows:edit') && detail && (
          <Button variant="default" onClick={() => goTo(`flows/${flowId}/edit`)}>
            {t('edit')}
          </Button>
        )}
        {detail?.draft && <PublishFlow flow={detail} />}
        {may('flows:edit') && detail && <PageMenu flow={detail} isSaved={draft.data?.body.saved === true} />}
      </FlowHeader>
      <PublishedNotice flow={detail} />
      <Loaded query={flow} what={flowId}>
        {({ body, etag }) => <FlowFacts flow={body} etag={etag} />}
      </Loaded>
      {detail && (
        <Loaded query={draft} what={t('steps')}>
          {({ body: content }) => (
            <Suspense fallback={<Rows />}>
              <FlowView
                flowId={flowId}
                name={flowId}
                content={content}
                isFaulty={(detail.draft?.faults ?? 0) > 0}
              />
            </Suspense>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

function FlowFacts({ flow, etag }: ReadFlow) {
  const { t } = useTranslation('flows');
  const { id, live, draft } = flow;
  return (
    <Stack gap="sm">
      <Trial flow={flow} etag={etag} />
      <Group gap="xs">
        {draft && <DraftState flow={flow} isTimed />}
        {draft && live.version !== null && (
          <PageLink path={`flows/${id}/compare?from=${live.version}&to=draft`}>{t('compareDraft')}</PageLink>
        )}
      </Group>
      <FlowUsers flow={flow} />
    </Stack>
  );
}

const users = {
  widget: { path: 'widgets', Icon: IconAppWindow },
  channel: { path: 'channels', Icon: IconBroadcast },
  flow: { path: 'flows', Icon: IconRoute },
} as const;

/** What uses a flow, with links if the role allows. */
export function FlowUsers({ flow: { usedBy } }: Pick<ReadFlow, 'flow'>) {
  const { t } = useTranslation(['flows', 'common']);
  const { may } = useRole();
  if (usedBy.length === 0) return <Text className="quiet">{t('unused')}</Text>;
  return (
    <Group gap="xs">
      <Text className="quiet">{t('usedBy')}</Text>
      <Group component="ul" gap={6}>
        {usedBy.map(({ kind, id }) => {
          const { path, Icon } = users[kind];
          const isLinked = kind !== 'channel' || may('channels:configure');
          // The channel is a code before its account's name.
          const name = id.slice(id.indexOf('/') + 1);
          return (
            <li key={`${kind} ${id}`}>
              <Badge variant="default" size="lg" fw={500} leftSection={<Icon size={14} aria-hidden />}>
                <span className="only-read">{t(`common:resources.${kind}`)} </span>
                {isLinked ? <PageLink path={`${path}/${id}`}>{name}</PageLink> : <bdi>{name}</bdi>}
              </Badge>
            </li>
          );
        })}
      </Group>
    </Group>
  );
}

interface MenuProps {
  readonly flow: FlowSummary;
  readonly isSaved: boolean;
}

/** Less common actions on a flow. */
function PageMenu({ flow, isSaved }: MenuProps) {
  const { t } = useTranslation('flows');
  const goTo = useGoTo();
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <FlowMenu
        flow={flow}
        more={[
          { label: `${t('share.title')}…`, icon: <IconLink size={16} />, onClick: () => setSharing(true) },
          isSaved && {
            label: t('replay.open'),
            icon: <IconPlayerPlay size={16} />,
            onClick: () => goTo(`flows/${flow.id}/replay`),
          },
        ]}
        isPage
      />
      {isSharing && <TestLinksDialog flowId={flow.id} onClose={() => setSharing(false)} />}
    </>
  );
}

interface Props {
  readonly flow: FlowSummary;
  readonly etag: string;
}

/** A gradual rollout: its share, and the buttons that promote or cancel it. */
function Trial({ flow, etag }: Props) {
  const { t } = useTranslation('flows');
  const { may } = useRole();
  const promote = useEndTrial(flow, etag, 'promote');
  const cancel = useEndTrial(flow, etag, 'cancel');
  const { canary } = flow.live;
  if (!canary) return <Ended flow={flow} />;
  return (
    <Group
      p="md"
      bd="1px solid var(--warn)"
      bdrs="md"
      role="group"
      aria-label={t('canaryBar', { version: canary.version, percent: canary.percent })}
    >
      <Text>{t('canaryBar', { version: canary.version, percent: canary.percent })}</Text>
      {may('flows:publish') && (
        <>
          <Button variant="default" onClick={promote}>
            {t('promote.open')}
          </Button>
          <Button variant="default" onClick={cancel}>
            {t('cancelCanary.open')}
          </Button>
        </>
      )}
    </Group>
  );
}

/**
 * Asks before a gradual rollout ends. Shows the live version in either case, since someone else may have ended it.
 */
function useEndTrial({ id, live }: FlowSummary, etag: string, action: 'promote' | 'cancel') {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const version = live.canary?.version ?? 0;
  const body = { action };
  const idempotencyKey = useIdempotencyKey({ body, etag });
  const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
  const texts = action === 'promote' ? 'promote' : 'cancelCanary';
  return useConfirm({
    title: t(`${texts}.title`, { version }),
    text: t(`${texts}.what`, { version, live: live.version ?? 0 }),
    button: t(`${texts}.button`),
    act: () =>
      call('POST', '/v1/admin/flows/{flowId}/canary', liveChange, { path: { flowId: id }, header, body }),
  });
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

/** A flow, and the ETag that its next change names. */
interface ReadFlow {
  readonly flow: FlowSummary;
  readonly etag: string;
}
