import { Avatar, Indicator } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelName } from '../../../contract/vocabulary.ts';
import { useSearch } from '../../components/navigation.ts';
import { PageLink } from '../../components/PageHeader.tsx';
import { ChannelIcon } from './ChannelIcon.tsx';

/** An initial is one code unit: half an emoji is none. */
const noInitial = /[^\p{L}\p{N}\s]|[\u{10000}-\u{10ffff}]/gu;

interface RowLinkProps {
  readonly conversationId: string;
  readonly name: string;
  readonly channel: ChannelName;
  readonly isUnread?: boolean;
  readonly children: ReactNode;
}

/** A row of a list: who it is and on which channel, beside what is known of it. */
export function RowLink({
  conversationId,
  name,
  channel,
  isUnread: hasNews = false,
  children,
}: RowLinkProps) {
  const { t } = useTranslation('inbox');
  const [search] = useSearch();
  return (
    <PageLink
      path={`inbox/${encodeURIComponent(conversationId)}${search.size > 0 ? `?${search}` : ''}`}
      className="inbox-row"
    >
      <Indicator disabled={!hasNews} offset={3} size={10} zIndex={0}>
        <Avatar size={32} name={name.replaceAll(noInitial, '')} className="inbox-avatar" aria-hidden />
      </Indicator>
      <span className="inbox-row-channel">
        <ChannelIcon channel={channel} />
      </span>
      <span className="inbox-row-body">
        {hasNews && <span className="only-read">{t('unread')} </span>}
        {children}
      </span>
    </PageLink>
  );
}
