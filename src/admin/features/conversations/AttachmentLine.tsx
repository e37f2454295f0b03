import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '../../../contract/vocabulary.ts';
import { Dialog } from '../../components/Dialog.tsx';

/**
 * A file of a message. Ours opens at once: its type was checked, and its address is signed. A link to somewhere else
 * shows its host, and opens after a warning.
 */
export function AttachmentLine({
  attachment: { type, filename, caption, url, status, fileId },
}: {
  readonly attachment: Attachment;
}) {
  const { t } = useTranslation('conversations');
  const name = filename || caption || type;
  const isOurs = fileId !== undefined;
  if (url !== undefined && isOurs)
    return (
      <p className="said">
        <a href={url} target="_blank" rel="noopener noreferrer" className="page-link">
          {t('attachment.open', { name })}
        </a>
      </p>
    );
  const host = url === undefined ? null : hostOf(url);
  if (url !== undefined && host !== null) return <LinkElsewhere name={name} url={url} host={host} />;
  return (
    <p className="said quiet">
      <bdi>{name}</bdi> {status !== undefined && status !== 'available' && t(`attachment.received.${status}`)}
    </p>
  );
}

function LinkElsewhere({
  name,
  url,
  host,
}: {
  readonly name: string;
  readonly url: string;
  readonly host: string;
}) {
  const { t } = useTranslation(['conversations', 'common']);
  const [isAsked, setAsked] = useState(false);
  return (
    <p className="said">
      <button type="button" className="text-button" onClick={() => setAsked(true)}>
        {t('attachment.open', { name })}
      </button>{' '}
      <bdi className="quiet">{host}</bdi>
      {isAsked && (
        <Dialog title={t('attachment.leave', { host })} onClose={() => setAsked(false)}>
          <Stack>
            <Text>{t('attachment.warning')}</Text>
            <bdi className="said" dir="ltr">
              {url}
            </bdi>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setAsked(false)}>
                {t('common:cancel')}
              </Button>
              <Button
                component="a"
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                onClick={() => setAsked(false)}
              >
                {t('attachment.openLink')}
              </Button>
            </Group>
          </Stack>
        </Dialog>
      )}
    </p>
  );
}

/** Where a link leads; null where it may not be followed: `https://bank.example@evil.example`, or unencrypted. */
function hostOf(link: string): string | null {
  const url = URL.parse(link);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain ? url.host : null;
}
