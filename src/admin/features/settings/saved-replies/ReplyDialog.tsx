import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type SavedReply, savedReply, savedReplyBody } from '../../../../contract/admin/texts.ts';
import { cannedNames, unfilled } from '../../../../contract/directory.ts';
import { limits } from '../../../../contract/limits.ts';
import { useConsole } from '../../../components/console-context.ts';
import { FormDialog } from '../../../components/Dialog.tsx';
import type { Done } from '../../../components/notify.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';

interface ReplyDialogProps {
  readonly reply: SavedReply | null;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}

/** Creates or changes a saved reply, without overwriting a teammate's changes. */
export function ReplyDialog({ reply, onDone, onClose }: ReplyDialogProps) {
  const { t } = useTranslation('inbox');
  const { call } = useConsole();
  const form = useKeptForm(`saved-reply.${reply?.id ?? ''}`, {
    initialValues: {
      name: reply?.name ?? '',
      text: reply?.text ?? '',
      language: reply?.language ?? '',
      // The ETag when typing began, so that later changes aren't overwritten unseen.
      etag: reply?.etag ?? '',
    },
    schema: savedReplyBody,
    toBody: bodyOf,
  });
  const { body } = form;
  const unknown = unfilled(form.values.text).filter((one) => !cannedNames.some((known) => known === one));
  const send = () =>
    reply
      ? call('PUT', '/v1/admin/texts/{textId}', savedReply, {
          path: { textId: reply.id },
          header: { 'if-match': form.values.etag },
          body,
        })
      : call('POST', '/v1/admin/texts', savedReply, {
          header: { 'idempotency-key': form.idempotencyKey },
          body,
        });
  return (
    <FormDialog
      title={reply ? t('savedReplies.edit', { name: reply.name }) : t('savedReplies.add')}
      button={t('savedReplies.save')}
      isReady={body.name !== '' && body.text !== '' && unknown.length === 0}
      form={form}
      isForgottenOnClose
      send={send}
      onDone={() => onDone({ text: t('savedReplies.saved', { name: body.name }) })}
      onClose={onClose}
    >
      <TextInput
        label={t('savedReplies.name')}
        description={t('savedReplies.nameHint')}
        {...form.getInputProps('name')}
        maxLength={limits.identifierChars}
        autoComplete="off"
        required
      />
      <Textarea
        label={t('savedReplies.text')}
        description={t('savedReplies.textHint', {
          variables: '{{ user.firstName | there }}, {{ user.email }}, {{ user.phone }}, {{ agent.name }}',
        })}
        {...form.getInputProps('text')}
        {...(unknown.length > 0 && { error: t('savedReplies.unknown', { names: unknown.join(', ') }) })}
        maxLength={limits.textChars}
        rows={5}
        required
      />
      <TextInput
        label={t('savedReplies.language')}
        description={t('savedReplies.languageHint')}
        {...form.getInputProps('language')}
        maxLength={35}
        autoComplete="off"
        dir="ltr"
      />
    </FormDialog>
  );
}

function bodyOf({ name, text, language }: Readonly<Record<'name' | 'text' | 'language', string>>) {
  return {
    name: name.trim(),
    text: text.trim(),
    ...(language.trim() !== '' && { language: language.trim() }),
  };
}
