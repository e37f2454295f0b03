import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceStorage } from '../../../browser/storage.ts';
import { stepsOf } from './document/document.ts';
import { useEditor, useFlow } from './store/editor-context.ts';

const seenKey = 'gateway-admin.editor-help-seen';

/** What to do first: a line until it is put away on this device, or, where there is nothing yet, the way to the first step. */
export function FirstMinute() {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  const isEmpty = useFlow((document) => Object.keys(stepsOf(document)).length === 0);
  const [isSeen, setSeen] = useState(() => deviceStorage.getItem(seenKey) !== null);
  if (isEmpty)
    return (
      <p className="first-minute">
        {t('head.empty')}{' '}
        <Button size="compact-md" onClick={() => actions.askToAdd()}>
          {t('menu.add')}
        </Button>
      </p>
    );
  if (isSeen) return null;
  return (
    <p className="first-minute quiet">
      {t('head.help')}{' '}
      <button
        type="button"
        className="icon-button"
        aria-label={t('head.helpClose')}
        title={t('head.helpClose')}
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
