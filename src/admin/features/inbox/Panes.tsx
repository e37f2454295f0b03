import { ActionIcon } from '@mantine/core';
import IconArrowLeft from '@tabler/icons-react/icons/IconArrowLeft';
import IconFilter from '@tabler/icons-react/icons/IconFilter';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import type { ChannelName } from '../../../contract/vocabulary.ts';
import { EmptyState } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageHeader.tsx';
import { useChannelName } from './ChannelIcon.tsx';
import { useNow } from './inbox-context.ts';
import { timeSince } from './waiting.ts';
import './inbox.css';

/** The pages that list conversations, and open one beside the list. */
export type Area = 'inbox' | 'conversations';

interface PanesProps {
  /** Names the list. */
  readonly label: string;
  readonly list: ReactNode;
  /** The open conversation. */
  readonly children: ReactNode;
}

/** A list of conversations, with the open one beside it; on a phone in its place. */
export function Panes({ label, list, children }: PanesProps) {
  const { t } = useTranslation('inbox');
  return (
    <div className={children ? 'inbox inbox-open' : 'inbox'}>
      <section className="inbox-lists" aria-label={label}>
        {list}
      </section>
      {children || (
        <div className="inbox-none">
          <EmptyState>{t('choose')}</EmptyState>
        </div>
      )}
    </div>
  );
}

interface FilterButtonProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Shows or hides the filters of a list. */
export function FilterButton({ isOpen, onToggle }: FilterButtonProps) {
  const { t } = useTranslation('inbox');
  return (
    <ActionIcon
      variant={isOpen ? 'light' : 'subtle'}
      color="gray"
      aria-label={t('filters.open')}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <IconFilter size={18} aria-hidden />
    </ActionIcon>
  );
}

const soonMs = 2 * 60 * 60_000;

interface HeadingProps {
  readonly area: Area;
  readonly name: string;
  readonly channel: ChannelName | undefined;
  readonly row: HandoffRow | null;
  readonly isDetailed: boolean;
  readonly onDetails: () => void;
}

/** The visitor, the channel, and how long a chat app's window is still open. */
export function Heading({ area, name, channel, row, isDetailed, onDetails }: HeadingProps) {
  const { t } = useTranslation('inbox');
  const channelName = useChannelName();
  return (
    <div className="inbox-heading">
      <span className="inbox-back">
        <PageLink path={`${area}${location.search}`} title={t('back')}>
          <IconArrowLeft size={20} className="flips" aria-hidden />
          <span className="only-read">{t('back')}</span>
        </PageLink>
      </span>
      <h2 className="inbox-name">
        <bdi title={name}>{name}</bdi>
      </h2>
      {channel && <span className="quiet">{channelName(channel)}</span>}
      {row?.windowEndsAt !== undefined && <Window endsAt={row.windowEndsAt} name={name} />}
      <button
        type="button"
        className="text-button inbox-details-button"
        aria-expanded={isDetailed}
        onClick={onDetails}
      >
        {t('details')}
      </button>
    </div>
  );
}

function Window({ endsAt, name }: { readonly endsAt: string; readonly name: string }) {
  const { t } = useTranslation('inbox');
  const leftMs = Date.parse(endsAt) - useNow();
  if (leftMs <= 0) return <span className="bad">{t('windowOver', { name })}</span>;
  return (
    <span className={leftMs < soonMs ? 'warn' : 'quiet'}>{t('windowLeft', { time: timeSince(leftMs) })}</span>
  );
}
