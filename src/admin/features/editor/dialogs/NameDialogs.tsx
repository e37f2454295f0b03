import { Button, Group, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/Dialog.tsx';
import { stepOf } from '../document/document.ts';
import { useEditor } from '../store/editor-context.ts';

/** Another name for a step: it goes to every place that speaks of it. */
export function RenameDialog({ id }: { readonly id: string }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const faultOf = (name: string) => {
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) return t('rename.noName');
    return name !== id && stepOf(store.document, name) ? t('rename.taken') : null;
  };
  return (
    <NameDialog
      title={t('rename.title', { id })}
      label={t('rename.label')}
      button={t('rename.button')}
      first={id}
      faultOf={faultOf}
      onName={(name) => (name === id ? actions.close() : actions.rename(id, name))}
    >
      <p className="quiet hint">{t('rename.reports')}</p>
    </NameDialog>
  );
}

/** A title for steps that belong together. */
export function GroupDialog({ steps }: { readonly steps: readonly string[] }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  return (
    <NameDialog
      title={t('group.title', { count: steps.length })}
      label={t('group.label')}
      button={t('group.button')}
      first=""
      faultOf={(name) => (name.trim() === '' ? t('group.empty') : null)}
      onName={(name) => actions.group(name.trim(), steps)}
    />
  );
}

function NameDialog({
  title,
  label,
  button,
  first,
  faultOf,
  onName,
  children,
}: {
  readonly title: string;
  readonly label: string;
  readonly button: string;
  readonly first: string;
  readonly faultOf: (name: string) => string | null;
  readonly onName: (name: string) => void;
  readonly children?: ReactNode;
}) {
  const { actions } = useEditor();
  const { t } = useTranslation('common');
  const [name, setName] = useState(first);
  const [isAsked, setAsked] = useState(false);
  const fault = faultOf(name);
  return (
    <Dialog title={title} onClose={actions.close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (fault === null) onName(name);
        }}
      >
        <Stack>
          <TextInput
            label={label}
            value={name}
            error={isAsked || name !== first ? fault : null}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
          />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={actions.close}>
              {t('cancel')}
            </Button>
            <Button type="submit">{button}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
