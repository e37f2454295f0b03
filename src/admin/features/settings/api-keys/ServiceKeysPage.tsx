import { Badge, Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconTrash from '@tabler/icons-react/icons/IconTrash';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../contract/limits.ts';
import {
  type MadeServiceKey,
  madeServiceKey,
  newServiceKey,
  type ServiceKey,
  serviceCapabilities,
  serviceKeysPage,
} from '../../../../contract/service/keys.ts';
import { noContent } from '../../../api/api.ts';
import { list } from '../../../api/queries.ts';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { confirm, Dialog, FormDialog } from '../../../components/Dialog.tsx';
import { EmptyState, Loaded, MoreOf } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { IconButton } from '../../../components/RowMenu.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { capabilityKey } from '../../../locales/i18n.ts';

/** The tenant's API keys: created, shown once, and revoked here. */
export function ServiceKeysPage() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(serviceKeysQuery);
  const items = list.data ?? [];
  const [made, setMade] = useState<MadeServiceKey | null>(null);
  const close = () => setSearch({ make: null });
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ make: '' })}>
      {t('apiKeys.make.open')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('apiKeys.title')}>{items.length > 0 && create}</PageHeader>
      <Loaded query={list} what={t('apiKeys.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>
              <Text>{t('apiKeys.empty')}</Text>
              {create}
            </EmptyState>
          ) : (
            <KeyTable keys={items} />
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
    </Stack>
  );
}

const lives = ['90', '30', '365', 'never'] as const;
const dayMs = 24 * 60 * 60 * 1000;

const noKey = { name: '', may: '', life: '90' };
type KeyValues = typeof noKey;

interface NewKeyProps {
  readonly onMade: (made: MadeServiceKey) => void;
  readonly onClose: () => void;
}

/** Makes a key for a system: its name, what it may do, and for how long. */
function NewKeyDialog({ onMade, onClose }: NewKeyProps) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const [nowMs] = useState(() => Date.now());
  const toBody = ({ name, may, life }: KeyValues) => ({
    name: name.trim(),
    capabilities: serviceCapabilities.filter((one) => may.split(' ').includes(one)),
    ...(life !== 'never' && { expiresAt: new Date(nowMs + Number(life) * dayMs).toISOString() }),
  });
  const form = useKeptForm('service-key', { initialValues: noKey, schema: newServiceKey, toBody });
  const { body, idempotencyKey } = form;
  return (
    <FormDialog
      title={t('apiKeys.make.title')}
      button={t('apiKeys.make.button')}
      form={form}
      send={() =>
        call('POST', '/v1/admin/service-keys', madeServiceKey, {
          header: { 'idempotency-key': idempotencyKey },
          body,
        })
      }
      onDone={(made) => onMade(made.body)}
      onClose={onClose}
    >
      <Text>{t('apiKeys.make.what')}</Text>
      <TextInput
        label={t('apiKeys.make.name')}
        description={t('apiKeys.make.nameHint')}
        {...form.getInputProps('name')}
        maxLength={limits.identifierChars}
        autoComplete="off"
        required
      />
      <Checkbox.Group
        label={t('apiKeys.make.may')}
        error={form.errors.capabilities && t('apiKeys.make.mayNone')}
        value={[...body.capabilities]}
        onChange={(chosen) => form.setFieldValue('may', chosen.join(' '))}
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
      <Select
        label={t('apiKeys.make.ends')}
        {...form.getInputProps('life')}
        data={lives.map((value) => ({ value, label: t(`apiKeys.make.life.${value}`) }))}
      />
    </FormDialog>
  );
}

/** The beginning of a key, enough to recognize it. */
const prefixOf = ({ id }: ServiceKey) => `mgw_${id.slice(0, 6)}…`;

/** Keys with what they allow, who made them and when they were last used. */
function KeyTable({ keys }: { readonly keys: readonly ServiceKey[] }) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <DataTable
      title={t('apiKeys.title')}
      rows={keys}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('apiKeys.name'),
          cell: (key) => (
            <>
              <bdi>{key.name}</bdi>
              <Text span ff="monospace" dir="ltr" className="quiet who-mail">
                {prefixOf(key)}
              </Text>
            </>
          ),
        },
        {
          name: t('apiKeys.may'),
          cell: ({ capabilities }) => (
            <Group gap={4}>
              {capabilities.map((capability) => (
                <Badge key={capability} variant="default">
                  {t(`apiKeys.capabilities.${capabilityKey(capability)}`)}
                </Badge>
              ))}
            </Group>
          ),
        },
        {
          name: t('apiKeys.made'),
          cell: ({ createdAt, by }) => (
            <>
              <RelativeTime at={createdAt} />
              <bdi className="quiet who-mail">{by.email ?? by.id}</bdi>
            </>
          ),
        },
        {
          name: t('apiKeys.used'),
          cell: ({ lastUsedAt }) =>
            lastUsedAt === null ? (
              <span className="quiet">{t('apiKeys.never')}</span>
            ) : (
              <RelativeTime at={lastUsedAt} />
            ),
        },
        { name: t('apiKeys.ends'), cell: ({ expiresAt }) => <End at={expiresAt} /> },
      ]}
      actions={(key) => <Revoke serviceKey={key} />}
    />
  );
}

function End({ at }: { readonly at: string | null }) {
  const { t } = useTranslation('settings');
  if (at === null) return <span className="quiet">{t('apiKeys.endsNever')}</span>;
  if (Date.parse(at) <= Date.now()) return <StatusBadge tone="bad">{t('apiKeys.ended')}</StatusBadge>;
  return <RelativeTime at={at} />;
}

/** Asks before a system loses access. */
function Revoke({ serviceKey: { id, name } }: { readonly serviceKey: ServiceKey }) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const path = { keyId: id };
  const ask = () =>
    confirm({
      title: t('apiKeys.revoke.title', { name }),
      text: t('apiKeys.revoke.what'),
      button: t('apiKeys.revoke.button'),
      isDangerous: true,
      act: () => call('DELETE', '/v1/admin/service-keys/{keyId}', noContent, { path }),
      onDone: () => notify({ text: t('apiKeys.revoke.done', { name }) }),
    });
  return (
    <IconButton label={t('apiKeys.revoke.open', { name })} onClick={ask}>
      <IconTrash size={18} />
    </IconButton>
  );
}

interface MadeKeyDialogProps {
  readonly made: MadeServiceKey;
  readonly onClose: () => void;
}

/** Shows a key once: it is in no address and no storage, and gone with this dialog. */
function MadeKeyDialog({ made: { name, key }, onClose }: MadeKeyDialogProps) {
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

export const serviceKeysQuery = list('/v1/admin/service-keys', serviceKeysPage, { query: { limit: 100 } });
