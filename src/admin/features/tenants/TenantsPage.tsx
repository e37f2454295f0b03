import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../browser/random-uuid.ts';
import { newTenant, type TenantView, tenantView } from '../../../contract/admin/tenants.ts';
import { limits } from '../../../contract/limits.ts';
import { useConsole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { confirm, FormDialog } from '../../components/Dialog.tsx';
import { EmptyState, Loaded, MoreOf } from '../../components/Loaded.tsx';
import { locationOf, tenantPath, useGoTo, useSearch } from '../../components/navigation.ts';
import { notify } from '../../components/notify.tsx';
import { PageHeader } from '../../components/PageHeader.tsx';
import { RowMenu } from '../../components/RowMenu.tsx';
import { SearchField } from '../../components/SearchField.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useKeptForm } from '../../components/use-kept-form.ts';
import { tenantQuery, tenantsQuery } from './queries.ts';

type Tenant = TenantView['tenant'];

/** All tenants, for operators of the platform: open one, create, suspend or reactivate it. */
export function TenantsPage() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearch();
  const wanted = (search.get('q') ?? '').trim();
  const list = useInfiniteQuery(tenantsQuery);
  const { items, isSearching } = useFound(list.data ?? [], wanted, list.hasNextPage);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setSearch({ new: '' })}>
      {t('tenants.create.open')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('tenants.title')}>{create}</PageHeader>
      <search className="filters">
        <SearchField label={t('tenants.find')} autoComplete="off" />
      </search>
      <Loaded query={list} what={t('tenants.title')}>
        {() => {
          if (items.length > 0) return <TenantTable tenants={items} />;
          if (isSearching) return null;
          return <EmptyState>{t(wanted === '' ? 'tenants.empty' : 'tenants.noneFound')}</EmptyState>;
        }}
      </Loaded>
      <MoreOf list={list} />
      {search.has('new') && <NewTenant onClose={() => setSearch({ new: null })} />}
    </Stack>
  );
}

const typingMs = 300;

/** Those that are loaded and match; of ten thousand one is found by its whole id. */
function useFound(views: readonly TenantView[], wanted: string, hasMore: boolean) {
  const [id] = useDebouncedValue(wanted, typingMs);
  const known = views.map(({ tenant }) => tenant);
  const isUnknown = hasMore && id !== '' && !known.some((tenant) => tenant.id === id);
  const byId = useQuery({ ...tenantQuery(id), enabled: isUnknown, retry: false });
  const text = wanted.toLocaleLowerCase();
  const other = isUnknown && byId.data?.body.tenant;
  return {
    items: [
      ...(other && other.id === wanted ? [other] : []),
      ...known.filter((tenant) => `${tenant.name} ${tenant.id}`.toLocaleLowerCase().includes(text)),
    ],
    isSearching: id !== wanted || byId.isFetching,
  };
}

function TenantTable({ tenants }: { readonly tenants: readonly Tenant[] }) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <DataTable
      title={t('tenants.title')}
      rows={tenants}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('tenants.name'),
          cell: ({ id, name }) => (
            <>
              <Link {...locationOf(tenantPath(id, ''))} className="page-link opens-row">
                <bdi>{name}</bdi>
              </Link>
              <bdi className="quiet who-mail">{id}</bdi>
            </>
          ),
        },
        {
          name: t('tenants.status'),
          cell: ({ status }) => (
            <StatusBadge tone={status === 'active' ? 'good' : 'bad'}>
              {t(`tenants.statuses.${status}`)}
            </StatusBadge>
          ),
        },
        { name: t('tenants.limits'), cell: (tenant) => <Limits tenant={tenant} /> },
      ]}
      actions={(tenant) => <Actions tenant={tenant} />}
    />
  );
}

function Limits({ tenant: { limit_per_minute, retention_days } }: { readonly tenant: Tenant }) {
  const { t } = useTranslation('settings');
  const own = [
    limit_per_minute === undefined ? [] : t('tenants.perMinute', { count: limit_per_minute }),
    retention_days === undefined ? [] : t('tenants.days', { count: retention_days }),
  ].flat();
  return <span className="quiet">{own.join(', ') || t('tenants.defaults')}</span>;
}

function Actions({ tenant: { id, status } }: { readonly tenant: Tenant }) {
  const { t } = useTranslation('settings');
  const { call, session } = useConsole();
  const goTo = useGoTo();
  const isActive = status === 'active';
  const action = isActive ? 'suspend' : 'resume';
  const ask = () => {
    const idempotencyKey = randomUuid();
    const path = { tenantId: id };
    confirm({
      title: t(`tenants.${action}.title`, { tenant: id }),
      text: t(`tenants.${action}.what`),
      button: t(`tenants.${action}.button`),
      isDangerous: isActive,
      ...(isActive && { typed: { label: t('tenants.suspend.type', { tenant: id }), name: id } }),
      act: async () => {
        const { etag } = await call('GET', '/v1/admin/tenants/{tenantId}', tenantView, { path });
        const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
        return call('POST', `/v1/admin/tenants/{tenantId}/${action}`, tenantView, { path, header });
      },
    });
  };
  return (
    <RowMenu
      label={t('tenants.more', { tenant: id })}
      items={[
        { label: t('tenants.workIn', { tenant: id }), onClick: () => goTo('', { tenantId: id }) },
        // After suspending their own tenant, super-admins can't sign in to reactivate it.
        id !== session.tenantId && {
          label: t(`tenants.${action}.open`, { tenant: id }),
          isDangerous: isActive,
          onClick: ask,
        },
      ]}
    />
  );
}

/** Creates a tenant, which is served at once; flows, widgets and users come after. */
function NewTenant({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const goTo = useGoTo();
  const form = useKeptForm('tenant.new', {
    initialValues: { id: '', name: '' },
    schema: newTenant,
    toBody: ({ id, name }) => ({ id: id.trim(), name: name.trim() }),
  });
  const { body } = form;
  const header = { 'idempotency-key': form.idempotencyKey };
  return (
    <FormDialog
      title={t('tenants.create.title')}
      button={t('tenants.create.button')}
      form={form}
      send={() => call('POST', '/v1/admin/tenants', tenantView, { header, body })}
      onDone={() => {
        notify({ text: t('tenants.create.done', { tenant: body.name }) });
        goTo('users?invite', { tenantId: body.id });
      }}
      onClose={onClose}
    >
      <Text>{t('tenants.create.what')}</Text>
      <TextInput
        label={t('tenants.name')}
        {...form.getInputProps('name')}
        maxLength={limits.identifierChars}
        autoComplete="off"
        required
      />
      <TextInput
        label={t('tenants.create.id')}
        description={t('tenants.create.idHint')}
        {...form.getInputProps('id')}
        maxLength={limits.identifierChars}
        autoComplete="off"
        dir="ltr"
        required
      />
    </FormDialog>
  );
}
