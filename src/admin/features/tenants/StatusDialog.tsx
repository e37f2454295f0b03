import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TenantView, tenantView } from '../../../contract/admin/tenants.ts';
import { useIdempotencyKey } from '../../api/use-idempotency-key.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { useConsole } from '../../components/console-context.ts';
import { TypedName } from '../../components/TypedName.tsx';
import { Failure } from '../../components/Failure.tsx';
import { tenantQuery } from './queries.ts';

/** Suspends a tenant once its id has been typed, or resumes it. */
export function StatusDialog({
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
