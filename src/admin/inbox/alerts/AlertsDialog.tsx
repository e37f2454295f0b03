import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useId, useState } from 'react';
import { Dialog } from '../../app/Dialog.tsx';
import { useInboxTexts } from '../../texts/inbox-texts.ts';
import { useTexts } from '../../texts/texts.ts';
import { useAlertSettings } from './alert-settings.ts';
import { ring } from './chime.ts';
import { newsKinds } from './news.ts';
import { askToNotify, notificationPermission } from './notifications.ts';

/** What makes a sound on this device, how loud, and whether the browser may notify. */
export function AlertsDialog({ onClose }: { readonly onClose: () => void }) {
  const { frame } = useTexts();
  const inbox = useInboxTexts();
  const { alerts } = inbox;
  const [settings, change] = useAlertSettings();
  const [isDenied, setDenied] = useState(notificationPermission() === 'denied');
  const volume = useId();
  const notify = async (wanted: boolean) => {
    const permission = wanted ? await askToNotify() : notificationPermission();
    setDenied(permission === 'denied');
    change({ notify: wanted && permission === 'granted' });
  };
  return (
    <Dialog title={alerts.title} onClose={onClose}>
      <Stack>
        {newsKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={alerts.kinds[kind]}
            checked={settings[kind]}
            onChange={(event) => change({ [kind]: event.currentTarget.checked })}
          />
        ))}
        <label htmlFor={volume}>
          {alerts.volume}
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
          label={alerts.notify}
          checked={settings.notify}
          onChange={(event) => void notify(event.currentTarget.checked)}
        />
        {isDenied && <Text className="warn">{alerts.denied}</Text>}
        <Checkbox
          label={inbox.enterSends}
          checked={settings.enterSends}
          onChange={(event) => change({ enterSends: event.currentTarget.checked })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => ring('waiting', settings.volume)}>
            {alerts.listen}
          </Button>
          <Button onClick={onClose}>{frame.close}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
