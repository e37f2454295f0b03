import { Button, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import IconPaperclip from '@tabler/icons-react/icons/IconPaperclip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownInPlace } from '../../../contract/files.ts';
import type { Attachment } from '../../../contract/vocabulary.ts';
import { Dialog } from '../../components/Dialog.tsx';

interface Props {
  readonly attachment: Attachment;
  /** Shows a picture as large as the page allows. */
  readonly onPicture: (fileId: string) => void;
}

/** Whether it is a file of ours that browsers show as a picture. */
export const isPicture = ({ fileId, url, mimeType = '' }: Attachment): boolean =>
  fileId !== undefined && url !== undefined && shownInPlace.has(mimeType);

/**
 * Shows a message's file. Our own files open directly, since their type was checked and their URL is signed: pictures inline
 * and enlarged in a dialog, audio and video inline. A link to another site shows its host and opens after a warning.
 */
export function AttachmentLine({ attachment, onPicture }: Props) {
  const { type, filename, caption, url, status, fileId } = attachment;
  const { t } = useTranslation('conversations');
  const name = filename || caption || type;
  if (url !== undefined && fileId !== undefined)
    return (
      <Stack gap={4} align="flex-start" mt={4} className="attachment">
        <Media {...{ attachment, url, name }} onOpen={() => onPicture(fileId)} />
      </Stack>
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
  readonly onOpen: () => void;
}

/** A file as a browser shows it; one that it can't show, or whose address has expired, remains a link. */
function Media({ attachment, url, name, onOpen }: MediaProps) {
  const { t } = useTranslation('conversations');
  const [hasFailed, setFailed] = useState(false);
  const { type } = attachment;
  const shared = { src: url, onError: () => setFailed(true) };
  if (!hasFailed && isPicture(attachment))
    return (
      <UnstyledButton onClick={onOpen}>
        <img
          {...shared}
          className="attachment-picture"
          alt={t('attachment.picture', { name })}
          loading="lazy"
        />
      </UnstyledButton>
    );
  if (!hasFailed && (type === 'audio' || type === 'video')) {
    const Player = type;
    return (
      <>
        <Player {...shared} controls preload="metadata" aria-label={t(`attachment.${type}`, { name })} />
        <FileLink url={url} name={name} />
      </>
    );
  }
  return <FileLink url={url} name={name} />;
}

function FileLink({ url, name }: Pick<MediaProps, 'url' | 'name'>) {
  const { t } = useTranslation('conversations');
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="page-link">
      <IconPaperclip size={14} aria-hidden /> {t('attachment.open', { name })}
    </a>
  );
}

interface LightboxProps {
  /** Of the thread, in its order. */
  readonly pictures: readonly Attachment[];
  /** The one that is shown. */
  readonly fileId: string;
  readonly onShow: (fileId: string) => void;
  readonly onClose: () => void;
}

/** A picture of a thread in a dialog; buttons and arrow keys lead to the others. */
export function Lightbox({ pictures, fileId, onShow, onClose }: LightboxProps) {
  const { t } = useTranslation('conversations');
  const at = pictures.findIndex((one) => one.fileId === fileId);
  const { url = '', filename, caption, type = 'image' } = pictures[at] ?? {};
  const name = filename || caption || type;
  const count = pictures.length;
  const step = (by: number) => onShow(pictures[(at + by + count) % count]?.fileId ?? fileId);
  const forward = document.dir === 'rtl' ? -1 : 1;
  useHotkeys([
    ['ArrowLeft', () => step(-forward)],
    ['ArrowRight', () => step(forward)],
  ]);
  return (
    <Dialog title={name} size="min(64rem, 100%)" onClose={onClose}>
      <Stack>
        <img className="lightbox" src={url} alt={t('attachment.picture', { name })} />
        <Group justify="space-between">
          {count > 1 && (
            <Group gap="xs">
              <Button variant="default" size="compact-md" onClick={() => step(-1)}>
                {t('attachment.previous')}
              </Button>
              <Button variant="default" size="compact-md" onClick={() => step(1)}>
                {t('attachment.next')}
              </Button>
              <span className="quiet" role="status">
                {t('attachment.position', { at: at + 1, count })}
              </span>
            </Group>
          )}
          <FileLink url={url} name={name} />
        </Group>
      </Stack>
    </Dialog>
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
