import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConsole } from './console-context.ts';
import { Dialog } from './Dialog.tsx';
import { navigate } from './use-path.ts';
import { tenantPath } from './use-tenant-path.ts';

/** The tenant that is worked in; a super-admin may go to another. */
export function TenantSwitch() {
  const { t } = useTranslation('common');
  const { session, tenantId } = useConsole();
  const [isOpen, setOpen] = useState(false);
  if (!session.roles.includes('super-admin')) return <span className="tenant-name">{session.tenantId}</span>;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${tenantId}: ${t('switchTenant')}`}
        onClick={() => setOpen(true)}
      >
        {tenantId}
      </Button>
      {isOpen && <SwitchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SwitchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('common');
  const [wanted, setWanted] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    navigate(tenantPath(wanted.trim(), ''));
  };
  return (
    <Dialog title={t('switchTenant')} onClose={onClose}>
      <form onSubmit={go}>
        <Stack>
          <TextInput
            label={t('tenantId')}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            autoComplete="off"
            dir="ltr"
            required
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={wanted.trim() === ''}>
              {t('open')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
