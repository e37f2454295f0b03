import { Button, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { WidgetView } from '../../contract/admin/widgets.ts';
import { noContent } from '../api/api.ts';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../app/ConfirmDialog.tsx';
import { useConsole } from '../app/console-context.ts';
import { navigate } from '../app/use-path.ts';
import { useTenantPath } from '../app/use-tenant-path.ts';
import { useTexts } from '../texts/texts.ts';

/** Deletes a widget once its name has been typed; the default one says why it stays. */
export function DeleteWidget({
  view: { widget, isDefault },
  etag,
  reload,
}: {
  readonly view: WidgetView;
  readonly etag: string;
  readonly reload: () => Promise<void>;
}) {
  const texts = useTexts().widgets.remove;
  const { call, tenantId } = useConsole();
  const toPath = useTenantPath();
  const write = useWrite();
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = async () => {
    const options = { method: 'DELETE', ifMatch: etag } as const;
    const path = `/widgets/${encodeURIComponent(widget.id)}`;
    if (await write.send(() => call(path, noContent, options))) navigate(toPath('widgets'));
    else await reload();
  };
  return (
    <>
      <Button
        variant="default"
        disabled={isDefault}
        aria-describedby="why-not-deleted"
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      {isDefault && (
        <span id="why-not-deleted" className="quiet">
          {texts.isDefault(tenantId)}
        </span>
      )}
      {isOpen && (
        <ConfirmDialog
          title={texts.title(widget.id)}
          button={texts.button}
          isReady={typed === widget.id}
          isDangerous
          write={write}
          onClose={() => setOpen(false)}
          onConfirm={() => void remove()}
        >
          <Text>{texts.what}</Text>
          <TextInput
            label={texts.type(widget.id)}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            dir="ltr"
          />
        </ConfirmDialog>
      )}
    </>
  );
}
