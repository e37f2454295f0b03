import { Button } from '@mantine/core';
import { useState } from 'react';
import { deviceStorage } from '../../../browser/storage.ts';
import { useEditorTexts } from '../../texts/editor-texts.ts';
import { stepsOf } from './document/document.ts';
import { useEditor, useFlow } from './store/editor-context.ts';

const seenKey = 'gateway-admin.editor-help-seen';

/** What to do first: a line until it is put away on this device, or, where there is nothing yet, the way to the first step. */
export function FirstMinute() {
  const { actions } = useEditor();
  const { head, menu } = useEditorTexts();
  const isEmpty = useFlow((document) => Object.keys(stepsOf(document)).length === 0);
  const [isSeen, setSeen] = useState(() => deviceStorage.getItem(seenKey) !== null);
  if (isEmpty)
    return (
      <p className="first-minute">
        {head.empty}{' '}
        <Button size="compact-md" onClick={() => actions.askToAdd()}>
          {menu.add}
        </Button>
      </p>
    );
  if (isSeen) return null;
  return (
    <p className="first-minute quiet">
      {head.help}{' '}
      <button
        type="button"
        className="icon-button"
        aria-label={head.helpClose}
        title={head.helpClose}
        onClick={() => {
          deviceStorage.setItem(seenKey, '');
          setSeen(true);
        }}
      >
        ✕
      </button>
    </p>
  );
}
