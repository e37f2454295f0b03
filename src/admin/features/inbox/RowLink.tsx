import { Avatar, Indicator } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Priority } from '../../../contract/labels.ts';
import type { ChannelName } from '../../../contract/vocabulary.ts';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageHeader.tsx';
import { ChannelIcon } from './ChannelIcon.tsx';
import type { Area } from './Panes.tsx';
import { TriageBadges } from './triage/LabelBadge.tsx';

/** An initial is one code unit: half an emoji is none. */
const noInitial = /[^\p{L}\p{N}\s]|[\u{10000}-\u{10ffff}]/gu;

interface Props {
  readonly area: Area;
  readonly conversationId: string;
  readonly name: string;
  readonly channel: ChannelName;
  readonly isUnread?: boolean;
  /** Beside the name: a time. */
  readonly aside: ReactNode;
  /** The last message. */
  readonly text?: string | undefined;
  readonly facts: readonly (string | false | null | undefined)[];
  readonly labels: readonly string[] | undefined;
  readonly priority: Priority | undefined;
  /** The state, before the facts, in one line with them. */
  readonly children?: ReactNode;
}

/** A conversation in a list: the visitor, the channel, the last message, its queue and agent, labels and priority. */
export function RowLink({ area, conversationId, name, channel, isUnread = false, ...shown }: Props) {
  const { t } = useTranslation('inbox');
  const [search] = useSearch();
  const { aside, text, facts, labels, priority, children } = shown;
  const line = facts.filter(Boolean).join(' · ');
  return (
    <PageLink
      path={`${area}/${encodeURIComponent(conversationId)}${search.size > 0 ? `?${search}` : ''}`}
      className="inbox-row"
    >
      <Indicator disabled={!isUnread} offset={3} size={10} zIndex={0}>
        <Avatar size={32} name={name.replaceAll(noInitial, '')} className="inbox-avatar" aria-hidden />
      </Indicator>
      <span className="inbox-row-channel">
        <ChannelIcon channel={channel} />
      </span>
      <span className="inbox-row-body">
        {isUnread && <span className="only-read">{t('unread')} </span>}
        <span className="inbox-row-top">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {aside}
        </span>
        {text !== undefined && (
          <span className="inbox-row-text">
            <bdi>{text}</bdi>
          </span>
        )}
        <span className="quiet inbox-row-facts" data-state={children ? '' : undefined} title={line}>
          {children}
          <bdi>{line}</bdi>
        </span>
        <TriageBadges labels={labels} priority={priority} />
      </span>
    </PageLink>
  );
}
