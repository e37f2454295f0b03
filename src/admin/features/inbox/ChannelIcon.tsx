import IconBrandWhatsapp from '@tabler/icons-react/icons/IconBrandWhatsapp';
import IconHeadset from '@tabler/icons-react/icons/IconHeadset';
import IconWorld from '@tabler/icons-react/icons/IconWorld';
import { useTranslation } from 'react-i18next';
import type { ChannelName } from '../../../contract/vocabulary.ts';

const icons: Readonly<Record<ChannelName, typeof IconWorld>> = {
  webchat: IconWorld,
  chatapp: IconBrandWhatsapp,
  'chatapp-360': IconBrandWhatsapp,
  contactcenter: IconHeadset,
};

/** A channel's icon with its name. */
export function ChannelIcon({ channel }: { readonly channel: ChannelName }) {
  const { t } = useTranslation('inbox');
  const Icon = icons[channel];
  return <Icon size={14} className="quiet channel-icon" role="img" aria-label={t(`channels.${channel}`)} />;
}
