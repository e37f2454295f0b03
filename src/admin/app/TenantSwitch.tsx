import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTexts } from '../texts/texts.ts';
import { useConsole } from './console-context.ts';
import { Dialog } from './Dialog.tsx';
import { navigate } from './use-path.ts';
import { tenantPath } from './use-tenant-path.ts';

/** The tenant that is worked in; a super-admin may go to another. */
export function TenantSwitch() {
  const { frame } = useTexts();
  const { session, tenantId } = useConsole();
  const [isOpen, setOpen] = useState(false);
  if (!session.roles.includes('super-admin')) return <span className="tenant-name">{session.tenantId}</span>;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`${tenantId}: ${frame.switchTenant}`}
        onClick={() => setOpen(true)}
      >
        {tenantId}
      </Button>
      {isOpen && <SwitchDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function SwitchDialog({ onClose }: { readonly onClose: () => void }) {
  const { frame } = useTexts();
  const [wanted, setWanted] = useState('');
  const go = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    navigate(tenantPath(wanted.trim(), ''));
  };
  return (
    <Dialog title={frame.switchTenant} onClose={onClose}>
      <form onSubmit={go}>
        <Stack>
          <TextInput
            label={frame.tenantId}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            autoComplete="off"
            dir="ltr"
            required
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {frame.cancel}
            </Button>
            <Button type="submit" disabled={wanted.trim() === ''}>
              {frame.open}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
