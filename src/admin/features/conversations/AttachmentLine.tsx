import { Button, Group, Stack, Text } from '@mantine/core';
import IconPaperclip from '@tabler/icons-react/icons/IconPaperclip';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownInPlace } from '../../../contract/files.ts';
import type { Attachment } from '../../../contract/vocabulary.ts';
import { Dialog } from '../../components/Dialog.tsx';

interface Props {
  readonly attachment: Attachment;
}

/**
 * Shows a file of a message. Ours opens at once: its type was checked, and its address is signed; pictures are shown and
 * sound and films are played in place. A link to somewhere else shows its host, and opens after a warning.
 */
export function AttachmentLine({ attachment }: Props) {
  const { type, filename, caption, url, status, fileId } = attachment;
  const { t } = useTranslation('conversations');
  const name = filename || caption || type;
  const isOurs = fileId !== undefined;
  if (url !== undefined && isOurs)
    return (
      <div className="attachment">
        <Media attachment={attachment} url={url} name={name} />
      </div>
    );
  const host = url === undefined ? null : hostOf(url);
  if (url !== undefined && host !== null) return <LinkElsewhere name={name} url={url} host={host} />;
  return (
    <p className="said quiet">
      <bdi>{name}</bdi> {status !== undefined && status !== 'available' && t(`attachment.received.${status}`)}
    </p>
  );
}

interface MediaProps {
  readonly attachment: Attachment;
  readonly url: string;
  readonly name: string;
}

/** A file as a browser shows it; one that it can't show, or whose address has expired, remains a link. */
function Media({ attachment: { type, mimeType = '' }, url, name }: MediaProps) {
  const { t } = useTranslation('conversations');
  const [hasFailed, setFailed] = useState(false);
  const shared = { src: url, onError: () => setFailed(true) };
  const link = (children: ReactNode, label?: string) => (
    <a href={url} target="_blank" rel="noopener noreferrer" className="page-link" aria-label={label}>
      {children}
    </a>
  );
  if (!hasFailed && shownInPlace.has(mimeType))
    return link(
      <img
        {...shared}
        className="attachment-picture"
        alt={t('attachment.picture', { name })}
        loading="lazy"
      />,
      t('attachment.open', { name }),
    );
  if (!hasFailed && (type === 'audio' || type === 'video')) {
    const Player = type;
    return (
      <>
        <Player {...shared} controls preload="metadata" aria-label={t(`attachment.${type}`, { name })} />
        {link(t('attachment.open', { name }))}
      </>
    );
  }
  return link(
    <>
      <IconPaperclip size={14} aria-hidden /> {t('attachment.open', { name })}
    </>,
  );
}

interface LinkElsewhereProps {
  readonly name: string;
  readonly url: string;
  readonly host: string;
}

function LinkElsewhere({ name, url, host }: LinkElsewhereProps) {
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

/**
 * Returns a link's host; null for a link that must not be followed: unencrypted, or like
 * `https://bank.example@evil.example`.
 */
function hostOf(link: string): string | null {
  const url = URL.parse(link);
  const isPlain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  return isPlain ? url.host : null;
}
