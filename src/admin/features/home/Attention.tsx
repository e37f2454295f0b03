import { Text } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/icons/IconAlertTriangle';
import IconCircleCheck from '@tabler/icons-react/icons/IconCircleCheck';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelSummary } from '../../../contract/admin/channels.ts';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { channelsQuery } from '../channels/queries.ts';
import { HomeSection } from './HomeSection.tsx';

/** Lists what is broken, as far as the role may do something about it. */
export function Attention() {
  const { t } = useTranslation('reports');
  const { may } = useRole();
  const { data: channels = [] } = useInfiniteQuery({
    ...channelsQuery,
    enabled: may('channels:configure'),
  });
  const refused = channels.filter(isRefused);
  const stopped = useAllFlows().flows.filter(({ canaryEnded }) => canaryEnded?.action === 'cancel');
  return (
    <HomeSection title={t('attention.title')}>
      {refused.length + stopped.length === 0 ? (
        <Text className="quiet home-clear">
          <IconCircleCheck size={18} aria-hidden className="good" /> {t('attention.nothing')}
        </Text>
      ) : (
        <ul className="home-rows">
          {refused.map((channel) => (
            <RefusedChannel key={`${channel.account.channel} ${channel.account.id}`} channel={channel} />
          ))}
          {stopped.map((flow) => (
            <StoppedRollout key={flow.id} flow={flow} />
          ))}
        </ul>
      )}
    </HomeSection>
  );
}

const isRefused = ({ health: { lastRefused, lastAcceptedAt } }: ChannelSummary) =>
  lastRefused !== null && (lastAcceptedAt === null || lastRefused.at > lastAcceptedAt);

function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <li>
      <IconAlertTriangle size={18} aria-hidden className="bad" />
      <span className="home-row-body">{children}</span>
    </li>
  );
}

function RefusedChannel({ channel: { account, health } }: { readonly channel: ChannelSummary }) {
  const { t } = useTranslation('reports');
  return (
    <Problem>
      <span>
        {t('attention.refused', { account: account.id })}{' '}
        {health.lastRefused && <RelativeTime at={health.lastRefused.at} />}
      </span>
      <PageLink path={`channels/${account.channel}/${account.id}`}>{t('attention.fix')}</PageLink>
    </Problem>
  );
}

/** A gradual rollout that stopped by itself, until something else is published. */
function StoppedRollout({ flow: { id, title, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('reports');
  if (!canaryEnded) return null;
  const { version, raised } = canaryEnded;
  return (
    <Problem>
      <span>
        {t('attention.rollout', { flow: title ?? id, version, failed: raised.part, count: raised.of })}
      </span>
      <PageLink path={`flows/${id}`}>{t('attention.openFlow')}</PageLink>
    </Problem>
  );
}
