import { Button, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Switches between light and dark; until it is used, the system's choice holds. */
export function ColorSchemeButton() {
  const { t } = useTranslation('common');
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Button variant="default" size="compact-sm" onClick={() => setColorScheme(other)}>
      {other === 'dark' ? t('toDark') : t('toLight')}
    </Button>
  );
}
