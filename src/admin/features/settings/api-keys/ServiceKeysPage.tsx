import { Button, Checkbox, Group, NativeSelect, Stack, Table, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contract/limits.ts';
import {
  type MadeServiceKey,
  madeServiceKey,
  type ServiceCapability,
  type ServiceKey,
  serviceCapabilities,
} from '../../../../contract/service/keys.ts';
import { noContent } from '../../../api/api.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { useKeptFields } from '../../../components/kept-state.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { useTimes } from '../../../components/use-times.ts';
import { capabilityKey } from '../../../locales/i18n.ts';
import { serviceKeysQuery } from './queries.ts';

/** What the tenant's own systems call the API with: made, shown once, and revoked here. */
export function ServiceKeysPage() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(serviceKeysQuery);
  const items = list.data ?? [];
  const [made, setMade] = useState<MadeServiceKey | null>(null);
  const close = () => setSearch({ make: null, revoke: null });
  const chosen = items.find(({ id }) => id === search.get('revoke'));
  return (
    <Stack gap="lg">
      <PageHeader title={t('apiKeys.title')}>
        <Button onClick={() => setSearch({ make: '' })}>{t('apiKeys.make.open')}</Button>
      </PageHeader>
      <Text className="quiet">{t('apiKeys.about')}</Text>
      <Loaded query={list} what={t('apiKeys.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>{t('apiKeys.empty')}</EmptyState>
          ) : (
            <KeyTable found={items} onRevoke={({ id }) => setSearch({ revoke: id })} />
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {search.has('make') && (
        <NewKeyDialog
          onMade={(key) => {
            close();
            setMade(key);
          }}
          onClose={close}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(null)} />}
      {chosen && (
        <RevokeDialog
          serviceKey={chosen}
          onDone={(told) => {
            close();
            notify(told);
          }}
          onClose={close}
        />
      )}
    </Stack>
  );
}

const lives = ['90', '30', '365', 'never'] as const;
const dayMs = 24 * 60 * 60 * 1000;

/** Makes a key for a system: its name, what it may do, and for how long. */
function NewKeyDialog({
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

/** As much of a key as tells it from others. */
const beginningOf = ({ id }: ServiceKey) => `mgw_${id.slice(0, 6)}…`;

/** Keys with what they allow, who made them and when they were last used. */
function KeyTable({
  found,
  onRevoke,
}: {
  readonly found: readonly ServiceKey[];
  readonly onRevoke: (key: ServiceKey) => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const { moment } = useTimes();
  const endOf = ({ expiresAt }: ServiceKey) => {
    if (expiresAt === null) return <span className="quiet">{t('apiKeys.endsNever')}</span>;
    const isOver = Date.parse(expiresAt) <= Date.now();
    return isOver ? <span className="bad">{t('apiKeys.ended')}</span> : moment(expiresAt);
  };
  return (
    <DataTable
      title={t('apiKeys.title')}
      columns={[
        t('apiKeys.name'),
        t('apiKeys.may'),
        t('apiKeys.made'),
        t('apiKeys.used'),
        t('apiKeys.ends'),
        t('common:action'),
      ]}
    >
      {found.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td className="who-cell">
            <bdi>{key.name}</bdi>{' '}
            <bdi className="quiet" dir="ltr">
              {beginningOf(key)}
            </bdi>
          </Table.Td>
          <Table.Td data-label={t('apiKeys.may')}>
            {key.capabilities.map((capability) => (
              <div key={capability}>{t(`apiKeys.capabilities.${capabilityKey(capability)}`)}</div>
            ))}
          </Table.Td>
          <Table.Td data-label={t('apiKeys.made')}>
            {t('apiKeys.madeBy', { when: moment(key.createdAt), who: key.by.email ?? key.by.id })}
          </Table.Td>
          <Table.Td data-label={t('apiKeys.used')}>
            {key.lastUsedAt === null ? (
              <span className="quiet">{t('apiKeys.never')}</span>
            ) : (
              moment(key.lastUsedAt)
            )}
          </Table.Td>
          <Table.Td data-label={t('apiKeys.ends')}>{endOf(key)}</Table.Td>
          <Table.Td>
            <Button variant="default" size="compact-sm" onClick={() => onRevoke(key)}>
              {t('apiKeys.revoke.open', { name: key.name })}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** Asks before a system is refused from then on. */
function RevokeDialog({
  serviceKey: { id, name },
  onDone,
  onClose,
}: {
  readonly serviceKey: ServiceKey;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const write = useWrite();
  const send = async () => {
    const path = { keyId: id };
    if (await write.send(() => call('DELETE', '/v1/admin/service-keys/{keyId}', noContent, { path })))
      onDone({ text: t('apiKeys.revoke.done', { name }) });
  };
  return (
    <ConfirmDialog
      title={t('apiKeys.revoke.title', { name })}
      button={t('apiKeys.revoke.button')}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('apiKeys.revoke.what')}</Text>
    </ConfirmDialog>
  );
}

/** Shows a key once: it is in no address and no storage, and gone with this dialog. */
function MadeKeyDialog({
  made: { name, key },
  onClose,
}: {
  readonly made: MadeServiceKey;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <Dialog title={t('apiKeys.once.title', { name })}>
      <Stack>
        <Text>{key === null ? t('apiKeys.once.lost') : t('apiKeys.once.what')}</Text>
        {key !== null && <CopyLine name={t('apiKeys.once.key')} line={key} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('apiKeys.once.button')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
