import { Button, Group, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageTemplate } from '../../../../contract/admin/texts.ts';
import { Files, useFiles } from './attachments.tsx';

/** The files that chat apps accept in a template's header. */
const accepted: Readonly<Partial<Record<NonNullable<MessageTemplate['header']>['kind'], string>>> = {
  image: 'image/png,image/jpeg',
  video: 'video/mp4,video/3gpp',
  document: 'application/pdf',
};

/** The file in the heading of a template: one that is uploaded, or the address of one. */
export function HeaderFile({
  kind,
  conversationId,
  link,
  onLink,
  onFile,
}: {
  readonly kind: NonNullable<MessageTemplate['header']>['kind'];
  readonly conversationId: string;
  readonly link: string;
  readonly onLink: (link: string) => void;
  /** The upload, once it can be sent; empty while there is none. */
  readonly onFile: (fileId: string) => void;
}) {
  const { t } = useTranslation('inbox');
  const { files, add, clear } = useFiles(conversationId);
  const picker = useRef<HTMLInputElement>(null);
  const ready = files.find(({ state }) => state === 'available')?.fileId ?? '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each file.
  useEffect(() => onFile(ready), [ready]);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={accepted[kind]}
        hidden
        onChange={({ currentTarget }) => {
          clear();
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Group gap={8}>
        <Button variant="default" size="compact-md" onClick={() => picker.current?.click()}>
          {t('template.file')}
        </Button>
        <Files files={files} onRemove={clear} />
      </Group>
      {files.length === 0 && (
        <TextInput
          size="xs"
          type="url"
          label={t('template.link')}
          value={link}
          onChange={(event) => onLink(event.currentTarget.value)}
        />
      )}
    </>
  );
}
