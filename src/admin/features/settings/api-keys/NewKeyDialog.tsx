import { Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contract/limits.ts';
import {
  type MadeServiceKey,
  madeServiceKey,
  type ServiceCapability,
  serviceCapabilities,
} from '../../../../contract/service/keys.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { useKeptFields } from '../../../components/kept-state.ts';
import { capabilityKey } from '../../../locales/i18n.ts';

const lives = ['90', '30', '365', 'never'] as const;
const dayMs = 24 * 60 * 60 * 1000;

/** Makes a key for a system: its name, what it may do, and for how long. */
export function NewKeyDialog({
  onMade,
  onClose,
}: {
  readonly onMade: (made: MadeServiceKey) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const write = useWrite();
  const [kept, keep, forget] = useKeptFields('service-key', { name: '', may: '', life: '90' });
  const { name } = kept;
  const chosen = kept.may.split(' ');
  const may: readonly ServiceCapability[] = serviceCapabilities.filter((one) => chosen.includes(one));
  const life = lives.find((one) => one === kept.life) ?? '90';
  const content = { name: name.trim(), capabilities: [...may] };
  const idempotencyKey = useIdempotencyKey({ ...content, life });
  const [nowMs] = useState(() => Date.now());
  const body = {
    ...content,
    ...(life !== 'never' && { expiresAt: new Date(nowMs + Number(life) * dayMs).toISOString() }),
  };
  const send = async () => {
    let made: MadeServiceKey | null = null;
    await write.send(async () => {
      const options = { header: { 'idempotency-key': idempotencyKey }, body };
      made = (await call('POST', '/v1/admin/service-keys', madeServiceKey, options)).body;
    });
    if (!made) return;
    forget();
    onMade(made);
  };
  return (
    <ConfirmDialog
      title={t('apiKeys.make.title')}
      button={t('apiKeys.make.button')}
      isReady={content.name !== '' && may.length > 0}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('apiKeys.make.what')}</Text>
      <TextInput
        label={t('apiKeys.make.name')}
        description={t('apiKeys.make.nameHint')}
        value={name}
        onChange={(event) => keep('name', event.currentTarget.value)}
        maxLength={limits.identifierChars}
        autoComplete="off"
        required
      />
      <Checkbox.Group
        label={t('apiKeys.make.may')}
        value={[...may]}
        onChange={(now) => keep('may', now.join(' '))}
      >
        <Stack gap="xs" mt="xs">
          {serviceCapabilities.map((capability) => (
            <Checkbox
              key={capability}
              value={capability}
              label={t(`apiKeys.capabilities.${capabilityKey(capability)}`)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label={t('apiKeys.make.ends')}
        value={life}
        onChange={(event) => keep('life', event.currentTarget.value)}
        data={lives.map((value) => ({ value, label: t(`apiKeys.make.life.${value}`) }))}
      />
    </ConfirmDialog>
  );
}
