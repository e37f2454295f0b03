import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TenantView, tenantView } from '../../../contract/admin/tenants.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useConsole } from '../../components/console-context.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Failure } from '../../components/Failure.tsx';
import { Loaded } from '../../components/Loaded.tsx';
import { MoreOf } from '../../components/MoreOf.tsx';
import { useGoTo, useSearch } from '../../components/navigation.ts';
import { PageTitle } from '../../components/PageTitle.tsx';
import { TypedName } from '../../components/TypedName.tsx';
import { FindTenant } from './FindTenant.tsx';
import { tenantQuery, tenantsQuery } from './queries.ts';

type Tenant = TenantView['tenant'];

/** All tenants, for operators of the platform: work in one, suspend it, resume it. */
export function TenantsPage() {
  const { t } = useTranslation('settings');
  const [search] = useSearch();
  const wanted = search.get('tenant');
  return (
    <Stack gap="lg">
      <PageTitle>{t('tenants.title')}</PageTitle>
      <FindTenant />
      {wanted ? <OneTenant key={wanted} id={wanted} /> : <AllTenants />}
    </Stack>
  );
}

function OneTenant({ id }: { readonly id: string }) {
  const { t } = useTranslation('settings');
  const query = useQuery(tenantQuery(id));
  const [chosen, setChosen] = useState<Tenant | null>(null);
  return (
    <>
      <Loaded query={query} what={t('tenants.title')}>
        {({ body: { tenant } }) => <TenantTable found={[tenant]} onChoose={setChosen} />}
      </Loaded>
      {chosen && <StatusDialog tenant={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

function AllTenants() {
  const { t } = useTranslation('settings');
  const list = useInfiniteQuery(tenantsQuery);
  const items = list.data ?? [];
  const [chosen, setChosen] = useState<Tenant | null>(null);
  return (
    <>
      <Loaded query={list} what={t('tenants.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>{t('tenants.empty')}</EmptyState>
          ) : (
            <TenantTable found={items.map(({ tenant }) => tenant)} onChoose={setChosen} />
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {chosen && <StatusDialog tenant={chosen} onClose={() => setChosen(null)} />}
    </>
  );
}

/** Suspends a tenant once its id has been typed, or resumes it. */
function StatusDialog({
  tenant: { id, status },
  onClose,
}: {
  readonly tenant: TenantView['tenant'];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const path = { tenantId: id };
  const known = useQuery(tenantQuery(id));
  const write = useWrite();
  const [typed, setTyped] = useState('');
  const isActive = status === 'active';
  const action = isActive ? 'suspend' : 'resume';
  const etag = known.isFetching ? undefined : known.data?.etag;
  const idempotencyKey = useIdempotencyKey({ action, etag });
  const send = async () => {
    if (etag === undefined) return;
    const header = { 'if-match': etag, 'idempotency-key': idempotencyKey };
    const isDone = await write.send(() =>
      call('POST', `/v1/admin/tenants/{tenantId}/${action}`, tenantView, { path, header }),
    );
    if (isDone) onClose();
  };
  return (
    <ConfirmDialog
      title={t(`tenants.${action}.title`, { tenant: id })}
      button={t(`tenants.${action}.button`)}
      isReady={etag !== undefined && (!isActive || typed === id)}
      isDangerous={isActive}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      {known.error && <Failure error={known.error} onRetry={known.refetch} />}
      <Text>{t(`tenants.${action}.what`)}</Text>
      {isActive && (
        <TypedName label={t('tenants.suspend.type', { tenant: id })} value={typed} onChange={setTyped} />
      )}
    </ConfirmDialog>
  );
}

function TenantTable({
  found,
  onChoose,
}: {
  readonly found: readonly Tenant[];
  readonly onChoose: (tenant: Tenant) => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <DataTable
      title={t('tenants.title')}
      columns={[t('tenants.name'), t('tenants.status'), t('tenants.limits'), t('common:action')]}
    >
      {found.map((tenant) => (
        <Table.Tr key={tenant.id}>
          <Table.Td>
            <bdi>{tenant.name}</bdi> <bdi className="quiet">{tenant.id}</bdi>
          </Table.Td>
          <Table.Td data-label={t('tenants.status')}>
            <span className={tenant.status === 'active' ? 'good' : 'bad'}>
              {t(`tenants.statuses.${tenant.status}`)}
            </span>
          </Table.Td>
          <Table.Td data-label={t('tenants.limits')}>
            <Limits tenant={tenant} />
          </Table.Td>
          <Table.Td>
            <Actions tenant={tenant} onChoose={() => onChoose(tenant)} />
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

function Limits({ tenant: { limit_per_minute, retention_days } }: { readonly tenant: Tenant }) {
  const { t } = useTranslation('settings');
  const told = [
    limit_per_minute === undefined ? [] : t('tenants.perMinute', { count: limit_per_minute }),
    retention_days === undefined ? [] : t('tenants.days', { count: retention_days }),
  ].flat();
  return <span className="quiet">{told.join(', ') || t('tenants.defaults')}</span>;
}

function Actions({
  tenant: { id, status },
  onChoose,
}: {
  readonly tenant: Tenant;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation('settings');
  const { session } = useConsole();
  const goTo = useGoTo();
  return (
    <Group gap="xs">
      <Button variant="default" size="compact-sm" onClick={() => goTo('', { tenantId: id })}>
        {t('tenants.workIn', { tenant: id })}
      </Button>
      {/* Whoever suspends their own tenant can no longer sign in to resume it. */}
      {id !== session.tenantId && (
        <Button variant="default" size="compact-sm" onClick={onChoose}>
          {status === 'active'
            ? t('tenants.suspend.open', { tenant: id })
            : t('tenants.resume.open', { tenant: id })}
        </Button>
      )}
    </Group>
  );
}
