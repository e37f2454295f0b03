import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/Dialog.tsx';
import { useAlertSettings } from './alert-settings.ts';
import { ring } from './chime.ts';
import { newsKinds } from './news.ts';
import { askToNotify, notificationPermission } from './notifications.ts';

/** The notification settings of this device: sounds, volume, and browser notifications. */
export function AlertsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation(['inbox', 'common']);
  const [settings, change] = useAlertSettings();
  const [isDenied, setDenied] = useState(notificationPermission() === 'denied');
  const volume = useId();
  const notify = async (wanted: boolean) => {
    const permission = wanted ? await askToNotify() : notificationPermission();
    setDenied(permission === 'denied');
    change({ notify: wanted && permission === 'granted' });
  };
  return (
    <Dialog title={t('alerts.title')} onClose={onClose}>
      <Stack>
        {newsKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={t(`alerts.kinds.${kind}`)}
            checked={settings[kind]}
            onChange={(event) => change({ [kind]: event.currentTarget.checked })}
          />
        ))}
        <label htmlFor={volume}>
          {t('alerts.volume')}
          <input
            id={volume}
            type="range"
            className="inbox-volume"
            min={0}
            max={100}
            step={10}
            value={settings.volume}
            onChange={(event) => change({ volume: Number(event.currentTarget.value) })}
          />
        </label>
        <Checkbox
          label={t('alerts.notify')}
          checked={settings.notify}
          onChange={(event) => void notify(event.currentTarget.checked)}
        />
        {isDenied && <Text className="warn">{t('alerts.denied')}</Text>}
        <Checkbox
          label={t('enterSends')}
          checked={settings.enterSends}
          onChange={(event) => change({ enterSends: event.currentTarget.checked })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => ring('waiting', settings.volume)}>
            {t('alerts.listen')}
          </Button>
          <Button onClick={onClose}>{t('common:close')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
