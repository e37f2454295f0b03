import { Button, Group } from '@mantine/core';
import { Dialog } from '../../../app/Dialog.tsx';
import { useEditorTexts } from '../../../texts/editor-texts.ts';
import { editorCommands } from '../store/commands.ts';
import { useEditor } from '../store/editor-context.ts';
import { KeyName } from './KeyName.tsx';

/** Every key of the editor. */
export function KeysDialog() {
  const { actions } = useEditor();
  const { menu, keys: texts } = useEditorTexts();
  return (
    <Dialog title={menu.keys} onClose={actions.close}>
      <dl className="keys">
        {editorCommands.map(({ id, keys }) => (
          <div key={id}>
            <dt>
              {keys.map((key) => (
                <KeyName key={key} keys={key} />
              ))}
            </dt>
            <dd>{menu[id]}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet hint">{texts.tree}</p>
      <Group justify="flex-end">
        <Button onClick={actions.close}>{texts.close}</Button>
      </Group>
    </Dialog>
  );
}
