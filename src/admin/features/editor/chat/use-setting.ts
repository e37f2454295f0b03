import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Setting } from '../../../../engine/flow-script.ts';

/** The simulated visitor, channel and time, as form values. */
export interface ChatSetting {
  readonly firstName: string;
  readonly email: string;
  readonly language: string;
  readonly isVerified: boolean;
  readonly channel: 'webchat' | 'whatsapp' | 'text';
  /** In the format of `datetime-local`; empty: the current time, used only by flows that depend on it. */
  readonly clock: string;
}

const first: ChatSetting = {
  ...{ firstName: '', email: '', language: '', isVerified: false },
  ...{ channel: 'webchat', clock: '' },
};

export const chatZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Whether the flow depends on the time. */
const asksForTime = (definition: unknown) => /\bnow\b|"hours":/.test(JSON.stringify(definition));

/** The form, and the changes that the next turn needs. */
export function useSetting(definition: unknown, country: string | undefined) {
  const form = useForm({ initialValues: first });
  const [stored, setStored] = useState<ChatSetting | null>(null);
  return {
    form,
    /** Sends all settings with the next chat. */
    forget: () => setStored(null),
    /** Returns the settings to send with the next turn; nothing if none has changed. */
    take(): Setting | undefined {
      setStored(form.values);
      return settingOf(form.values, stored, { definition, country });
    },
  };
}

/** Returns what has changed since the last turn; the first time with the tenant's country, by which answers are read. */
export function settingOf(
  form: ChatSetting,
  stored: ChatSetting | null,
  { definition, country }: { readonly definition: unknown; readonly country: string | undefined },
): Setting | undefined {
  const { firstName, email, language, isVerified, clock } = form;
  const visitor = {
    ...(firstName !== (stored?.firstName ?? '') && { firstName }),
    ...(email !== (stored?.email ?? '') && { email }),
    ...(language !== (stored?.language ?? '') && { language }),
    ...(isVerified && !stored?.isVerified && { verified: true as const }),
  };
  const isTimed = clock !== '' || (stored === null && asksForTime(definition));
  const isOther = stored === null || clock !== stored.clock;
  const at = clock === '' ? new Date() : new Date(clock);
  const setting: Setting = {
    ...(stored === null && country !== undefined && { country }),
    ...(Object.keys(visitor).length > 0 && { visitor }),
    ...(isTimed && isOther && { clock: at.toISOString(), timeZone: chatZone() }),
  };
  return Object.keys(setting).length > 0 ? setting : undefined;
}
