import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ContactView, contactPatch, contactView } from '../../../contract/admin/contacts.ts';
import { limits } from '../../../contract/limits.ts';
import { useConsole } from '../../components/console-context.ts';
import { FormDialog } from '../../components/Dialog.tsx';
import { notify } from '../../components/notify.tsx';
import { useKeptForm } from '../../components/use-kept-form.ts';

interface Props {
  /** Null: a new one. */
  readonly contact: ContactView | null;
  /** The conversation whose visitor becomes the contact. */
  readonly conversationId?: string;
  readonly onDone?: (contact: ContactView) => void;
  readonly onClose: () => void;
}

const single = ['name', 'email', 'phone', 'language'] as const;

/** Creates or changes a contact, without overwriting a teammate's changes. */
export function ContactDialog({ contact, conversationId, onDone, onClose }: Props) {
  const { t } = useTranslation('conversations');
  const { call } = useConsole();
  const form = useKeptForm(`contact.${contact?.id ?? conversationId ?? ''}`, {
    initialValues: valuesOf(contact),
    schema: contactPatch,
    toBody: (values) => patchOf(values, contact),
  });
  const send = () =>
    contact
      ? call('PATCH', '/v1/admin/contacts/{contactId}', contactView, {
          path: { contactId: contact.id },
          header: { 'if-match': form.values.etag },
          body: form.body,
        })
      : call('POST', '/v1/admin/contacts', contactView, {
          header: { 'idempotency-key': form.idempotencyKey },
          body: { ...form.body, ...(conversationId !== undefined && { conversationId }) },
        });
  return (
    <FormDialog
      title={t(contact ? 'contacts.edit' : 'contacts.add')}
      button={t('contacts.save')}
      isReady={Object.keys(form.body).length > 0}
      form={form}
      isForgottenOnClose
      send={send}
      onDone={({ body }) => {
        onClose();
        notify({ text: t('contacts.saved') });
        onDone?.(body);
      }}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

/** The fields of the form. */
function Fields({ form }: { readonly form: ReturnType<typeof useKeptForm<Values>> }) {
  const { t } = useTranslation('conversations');
  return (
    <>
      {single.map((field) => (
        <TextInput
          key={field}
          label={t(`contacts.${field}`)}
          {...(field === 'language' && { description: t('contacts.languageHint') })}
          {...form.getInputProps(field)}
          autoComplete="off"
          {...(field !== 'name' && { dir: 'ltr' })}
        />
      ))}
      <TagsInput
        label={t('contacts.labels')}
        description={t('contacts.labelsHint')}
        value={linesIn(form.values.labels)}
        error={form.errors.labels}
        onChange={(labels) => form.setFieldValue('labels', labels.join('\n'))}
        maxTags={limits.contactLabels}
      />
      <Textarea
        label={t('contacts.attributes')}
        description={t('contacts.attributesHint')}
        {...form.getInputProps('attributes')}
        autosize
        minRows={2}
      />
    </>
  );
}

type Values = Readonly<Record<(typeof single)[number] | 'labels' | 'attributes' | 'etag', string>>;

function valuesOf(contact: ContactView | null): Values {
  const { attributes = {}, labels = [] } = contact ?? {};
  return {
    name: contact?.name ?? '',
    email: contact?.email ?? '',
    phone: contact?.phone ?? '',
    language: contact?.language ?? '',
    labels: labels.join('\n'),
    attributes: Object.entries(attributes).map(lineOf).join('\n'),
    // The ETag when typing began, so that later changes aren't overwritten unseen.
    etag: contact?.etag ?? '',
  };
}

const linesIn = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** An attribute as a line of the form. */
const lineOf = ([name, value]: readonly [string, string]) => `${name}: ${value}`.replaceAll(/[\r\n]+/g, ' ');

/** The attributes in the lines of the form; an unchanged line is what it was, with its colons and line breaks. */
function attributesIn(text: string, { attributes = {} }: Partial<ContactView>): Record<string, string> {
  const before = new Map(Object.entries(attributes).map((entry) => [lineOf(entry), entry]));
  return Object.fromEntries(
    linesIn(text).map((line) => {
      const [name = '', ...value] = line.split(':');
      return before.get(line) ?? [name.trim(), value.join(':').trim()];
    }),
  );
}

/** What differs from the contact; an emptied field goes back to what the channel reported. */
function patchOf(values: Values, contact: ContactView | null): Record<string, unknown> {
  const before = valuesOf(contact);
  const changed = (field: keyof Values) => values[field].trim() !== before[field].trim();
  const texts = single.filter(changed).map((field) => [field, values[field].trim() || null]);
  return {
    ...Object.fromEntries(texts),
    ...(changed('labels') && { labels: linesIn(values.labels) }),
    ...(changed('attributes') && { attributes: attributesIn(values.attributes, contact ?? {}) }),
  };
}
