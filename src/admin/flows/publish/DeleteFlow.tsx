import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FlowDetail } from '../../../contract/admin/flows.ts';
import { noContent } from '../../api/api.ts';
import { useWrite } from '../../api/use-write.ts';
import { ConfirmDialog } from '../../app/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../app/console-context.ts';
import { navigate } from '../../app/use-path.ts';
import { useTenantPath } from '../../app/use-tenant-path.ts';
import { useTexts } from '../../texts/texts.ts';

/** Deletes a flow, once its name has been typed: it can't be taken back. */
export function DeleteFlow({ flow, etag }: { readonly flow: FlowDetail; readonly etag: string }) {
  const texts = useTexts().flows.remove;
  const { may } = useRole();
  const [isOpen, setOpen] = useState(false);
  if (!may('flows:edit')) return null;
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.open}
      </Button>
      {isOpen && <DeleteDialog flow={flow} etag={etag} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteDialog({
  flow,
  etag,
  onClose,
}: {
  readonly flow: FlowDetail;
  readonly etag: string;
  readonly onClose: () => void;
}) {
  const texts = useTexts().flows.remove;
  const { call } = useConsole();
  const toPath = useTenantPath();
  const write = useWrite();
  const [typed, setTyped] = useState('');
  const remove = async () => {
    const options = { method: 'DELETE', ifMatch: etag } as const;
    const isDone = await write.send(() => call(`/flows/${encodeURIComponent(flow.id)}`, noContent, options));
    if (isDone) navigate(toPath('flows'), { replace: true });
  };
  return (
    <ConfirmDialog
      title={texts.title(flow.id)}
      button={texts.button}
      isReady={typed === flow.id}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void remove()}
    >
      <Text>{texts.what}</Text>
      <TextInput
        label={texts.typeName(flow.id)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        autoComplete="off"
        dir="ltr"
      />
    </ConfirmDialog>
  );
}
