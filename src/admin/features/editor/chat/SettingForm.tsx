import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { type ChatSetting, chatZone } from './use-setting.ts';

/** Who the visitor is, how the channel shows replies, and what time it is. */
export function SettingForm({
  form,
  onChange,
}: {
  readonly form: ChatSetting;
  readonly onChange: (part: Partial<ChatSetting>) => void;
}) {
  const { t } = useTranslation('tests');
  return (
    <details className="details">
      <summary>{t('chat.visitor')}</summary>
      <div className="trial-setting">
        <TextInput
          label={t('chat.name')}
          value={form.firstName}
          onChange={(event) => onChange({ firstName: event.currentTarget.value })}
        />
        <TextInput
          label={t('chat.language')}
          dir="ltr"
          value={form.language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        />
        <TextInput
          label={t('chat.email')}
          dir="ltr"
          value={form.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
        <TextInput
          label={t('chat.clock')}
          description={t('chat.clockHint', { zone: chatZone() })}
          type="datetime-local"
          value={form.clock}
          onChange={(event) => onChange({ clock: event.currentTarget.value })}
        />
        <Checkbox
          label={t('chat.verified')}
          checked={form.isVerified}
          onChange={(event) => onChange({ isVerified: event.currentTarget.checked })}
        />
        <div>
          <span className="trial-label">{t('chat.channel')}</span>
          <SegmentedChoice
            label={t('chat.channel')}
            names={t('chat.channels', { returnObjects: true })}
            chosen={form.channel}
            onChoose={(channel) => onChange({ channel })}
          />
        </div>
      </div>
    </details>
  );
}
