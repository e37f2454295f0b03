import { Kbd } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A key as labeled on keyboards. */
export function KeyName({ keys }: { readonly keys: string }) {
  const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);
  const { t } = useTranslation('common');
  const control = isMac ? '⌘' : t('palette.keys').split(/[\s+]/)[0];
  const shown = keys
    .split('+')
    .map((key) => (key === 'Control' ? control : key.length === 1 ? key.toUpperCase() : key))
    .join(' ');
  return (
    <Kbd size="xs" ms={6} dir="ltr">
      {shown}
    </Kbd>
  );
}
