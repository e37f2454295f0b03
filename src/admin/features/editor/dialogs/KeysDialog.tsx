import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/Dialog.tsx';
import { editorCommands } from '../store/commands.ts';
import { useEditor } from '../store/editor-context.ts';
import { KeyName } from './KeyName.tsx';

/** Every key of the editor. */
export function KeysDialog() {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  return (
    <Dialog title={t('menu.keys')} onClose={actions.close}>
      <dl className="keys">
        {editorCommands.map(({ id, keys }) => (
          <div key={id}>
            <dt>
              {keys.map((key) => (
                <KeyName key={key} keys={key} />
              ))}
            </dt>
            <dd>{t(`menu.${id}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet hint">{t('keys.tree')}</p>
      <Group justify="flex-end">
        <Button onClick={actions.close}>{t('keys.close')}</Button>
      </Group>
    </Dialog>
  );
}
