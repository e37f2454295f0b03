import IconBrandWhatsapp from '@tabler/icons-react/icons/IconBrandWhatsapp';
import IconHeadset from '@tabler/icons-react/icons/IconHeadset';
import IconMessage from '@tabler/icons-react/icons/IconMessage';
import IconWorld from '@tabler/icons-react/icons/IconWorld';
import { useTranslation } from 'react-i18next';
import { isWhatsApp, labelOf } from '../../../contract/channels.ts';
import type { ChannelName } from '../../../contract/vocabulary.ts';

const icons: Readonly<Partial<Record<ChannelName, typeof IconWorld>>> = {
  webchat: IconWorld,
  contactcenter: IconHeadset,
};

/** A channel's icon. */
export const iconOf = (channel: ChannelName): typeof IconWorld =>
  icons[channel] ?? (isWhatsApp(channel) ? IconBrandWhatsapp : IconMessage);

/** Returns a channel's name: as the catalog has it, or as the table of channels does. */
export function useChannelName(): (channel: string) => string {
  const { t } = useTranslation('common');
  return (channel) => t(`channels.${channel as 'webchat'}`, { defaultValue: labelOf(channel) });
}

/** A channel's icon with its name. */
export function ChannelIcon({ channel }: { readonly channel: ChannelName }) {
  const nameOf = useChannelName();
  const Icon = iconOf(channel);
  return <Icon size={14} className="quiet channel-icon" role="img" aria-label={nameOf(channel)} />;
}
