import { Group } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useRole } from '../../components/console-context.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { SegmentedChoice } from '../../components/SegmentedChoice.tsx';
import { useTimes } from '../../components/use-times.ts';
import { AlertsDialog } from './alerts/AlertsDialog.tsx';
import { isSoundOn, useAlertSettings } from './alerts/alert-settings.ts';
import { useInbox } from './inbox-context.ts';

/** Whether one is there, what makes a sound, and since when nothing has come where that is so. */
export function Desk() {
  const { t } = useTranslation(['inbox', 'settings']);
  const { clock } = useTimes();
  const { may } = useRole();
  const { live, state } = useInbox();
  const [settings] = useAlertSettings();
  const isAway = useSyncExternalStore(live.subscribe, live.readAway);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Group gap="xs" my="xs">
        <SegmentedChoice
          label={t('presence.label')}
          names={{ here: t('presence.here'), away: t('presence.away') }}
          chosen={isAway ? 'away' : 'here'}
          onChoose={(chosen) => live.setAway(chosen === 'away')}
        />
        <button type="button" className="text-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {isSoundOn(settings) ? t('soundOn') : t('soundOff')}
        </button>
        <PageLink path="saved-replies">{t('savedReplies.title')}</PageLink>
        {may('channels:configure') && <PageLink path="humans">{t('settings:handoff.title')}</PageLink>}
      </Group>
      <div role="status">
        {state.stopped && (
          <p className="inbox-stopped">{t('stopped', { time: clock(state.stopped.sinceMs) })}</p>
        )}
      </div>
      {isOpen && <AlertsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
