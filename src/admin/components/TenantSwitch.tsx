import { UnstyledButton } from '@mantine/core';
import IconSelector from '@tabler/icons-react/icons/IconSelector';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tenantsQuery } from '../features/tenants/queries.ts';
import { useConsole } from './console-context.ts';
import { useGoTo } from './navigation.ts';

const PickDialog = lazy(async () => ({ default: (await import('./PickDialog.tsx')).PickDialog }));

const shownMost = 20;

/** The tenant that is worked in; a super-admin may go to another. */
export function TenantSwitch() {
  const { t } = useTranslation('common');
  const { session, tenantId } = useConsole();
  const [isOpen, setOpen] = useState(false);
  if (!session.roles.includes('super-admin'))
    return <span className="rail-label tenant-name">{session.tenantId}</span>;
  return (
    <>
      <UnstyledButton
        className="rail-label tenant-name"
        aria-label={`${tenantId}: ${t('switchTenant')}`}
        onClick={() => setOpen(true)}
      >
        {tenantId} <IconSelector size={14} />
      </UnstyledButton>
      {isOpen && (
        <Suspense fallback={null}>
          <Tenants onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** All tenants as far as they are loaded; one of ten thousand is typed. */
function Tenants({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const goTo = useGoTo();
  const [text, setText] = useState('');
  const { data = [] } = useInfiniteQuery(tenantsQuery);
  const wanted = text.trim();
  const known = data
    .map(({ tenant }) => ({ id: tenant.id, name: tenant.id, about: tenant.name ?? '' }))
    .filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted.toLowerCase()));
  const typed =
    known.some(({ id }) => id === wanted) || wanted === '' ? [] : [{ id: wanted, name: wanted, about: '' }];
  const found = [
    ...known.filter(({ id }) => id === wanted),
    ...typed,
    ...known.filter(({ id }) => id !== wanted),
  ];
  return (
    <PickDialog
      title={t('switchTenant')}
      label={t('tenantId')}
      text={text}
      onText={setText}
      found={found.slice(0, shownMost).map((one) => ({
        ...one,
        run: () => {
          onClose();
          goTo('', { tenantId: one.id });
        },
      }))}
      onClose={onClose}
    />
  );
}
