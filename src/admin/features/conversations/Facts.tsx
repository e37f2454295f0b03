import { Card, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversationView } from '../../../contract/admin/conversations.ts';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { useTimes } from '../../components/use-times.ts';

/** Where a conversation stands. */
export function Facts({ conversation }: { readonly conversation: ConversationView }) {
  const { t } = useTranslation('conversations');
  const { moment } = useTimes();
  const { may } = useRole();
  const { status, channel, widgetId, userId, flow, handoff, waiting, lastActivityAt, variables } =
    conversation;
  return (
    <Card withBorder radius="md" padding="md">
      <Title order={2} size="h4" mb="sm">
        {t('facts')}
      </Title>
      <dl className="terms">
        <Term name={t('status')}>{t(`statuses.${status}`)}</Term>
        <Term name={t('lastActivity')}>{moment(lastActivityAt)}</Term>
        <Term name={t('channel')}>{channel}</Term>
        {widgetId !== null && <Term name={t('widget')}>{widgetId}</Term>}
        <Term name={t('user')}>
          {may('people:manage') ? (
            <PageLink path={`people/${channel}/${encodeURIComponent(userId)}`}>{userId}</PageLink>
          ) : (
            userId
          )}
        </Term>
        <Term name={t('flow')}>
          {flow === null ? (
            t('notBegun')
          ) : (
            <PageLink path={`flows/${flow.id}/versions/${flow.version}`}>
              {t('position', { flow: flow.id, version: flow.version })}
            </PageLink>
          )}
        </Term>
        {flow !== null && (
          <Term name={t('step')}>
            <PageLink
              path={`flows/${flow.id}/versions/${flow.version}?step=${encodeURIComponent(flow.stepId)}`}
            >
              {flow.stepId}
            </PageLink>
          </Term>
        )}
        {waiting > 0 && <Term name={t('waiting')}>{waiting}</Term>}
        {handoff !== null && (
          <Term name={t('handoff')}>
            <bdi>{handoff.reason}</bdi> · <bdi>{moment(handoff.requestedAt)}</bdi>
          </Term>
        )}
      </dl>
      <details className="details">
        <summary>{t('variables')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard. */}
        <pre className="json" dir="ltr" tabIndex={0}>
          {JSON.stringify(variables, null, 2)}
        </pre>
      </details>
    </Card>
  );
}

/** One term of a list of them. */
export function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="quiet">{name}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
