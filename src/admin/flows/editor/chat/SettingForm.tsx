import { Checkbox, TextInput } from '@mantine/core';
import { SegmentedChoice } from '../../../app/SegmentedChoice.tsx';
import { useTrialTexts } from '../../../texts/trial-texts.ts';
import { type ChatSetting, chatZone } from './use-setting.ts';

/** Who the visitor is, how the channel shows replies, and what time it is. */
export function SettingForm({
  form,
  onChange,
}: {
  readonly form: ChatSetting;
  readonly onChange: (part: Partial<ChatSetting>) => void;
}) {
  const { chat } = useTrialTexts();
  return (
    <details className="details">
      <summary>{chat.visitor}</summary>
      <div className="trial-setting">
        <TextInput
          label={chat.name}
          value={form.firstName}
          onChange={(event) => onChange({ firstName: event.currentTarget.value })}
        />
        <TextInput
          label={chat.language}
          dir="ltr"
          value={form.language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
        />
        <TextInput
          label={chat.email}
          dir="ltr"
          value={form.email}
          onChange={(event) => onChange({ email: event.currentTarget.value })}
        />
        <TextInput
          label={chat.clock}
          description={chat.clockHint(chatZone())}
          type="datetime-local"
          value={form.clock}
          onChange={(event) => onChange({ clock: event.currentTarget.value })}
        />
        <Checkbox
          label={chat.verified}
          checked={form.isVerified}
          onChange={(event) => onChange({ isVerified: event.currentTarget.checked })}
        />
        <div>
          <span className="trial-label">{chat.channel}</span>
          <SegmentedChoice
            label={chat.channel}
            names={chat.channels}
            chosen={form.channel}
            onChoose={(channel) => onChange({ channel })}
          />
        </div>
      </div>
    </details>
  );
}
