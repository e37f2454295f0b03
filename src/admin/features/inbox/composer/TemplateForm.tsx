import { Button, Group, Paper, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import type { HandoffRow, HandoffView } from '../../../../contract/admin/handoffs.ts';
import type { MessageTemplate, TemplateUse } from '../../../../contract/admin/texts.ts';
import { Form } from '../../../components/Form.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { Loaded } from '../../../components/Loaded.tsx';
import { templatesQuery } from '../queries.ts';
import type { OutboxView } from '../use-outbox.ts';
import { HeaderFile } from './HeaderFile.tsx';
import { Refusal } from './Refusal.tsx';

/** After a chat app's 24 hours: an approved template with its parameters. */
export function TemplateForm({
  row,
  view,
  outbox,
  mayReply,
  name,
}: {
  readonly row: HandoffRow;
  readonly view: HandoffView | null;
  readonly outbox: OutboxView;
  readonly mayReply: boolean;
  readonly name: string;
}) {
  const { t } = useTranslation('inbox');
  const account = view?.accountId;
  return (
    <Stack gap={8}>
      <p className="warn hint">{t('windowOver', { name })}</p>
      {outbox.refused && <Refusal refused={outbox.refused} />}
      {!mayReply && <p className="hint">{row.owner ? t('has', { name: row.owner.name }) : t('waits')}</p>}
      {account != null && mayReply && <Picker row={row} account={account} outbox={outbox} />}
    </Stack>
  );
}

function Picker({
  row,
  account,
  outbox,
}: {
  readonly row: HandoffRow;
  readonly account: string;
  readonly outbox: OutboxView;
}) {
  const { t } = useTranslation('inbox');
  const query = useQuery(templatesQuery(row.visitor.channel, account));
  const [chosen, setChosen] = useKeptState(`inbox.${row.conversationId}.template`);
  // Another one begins empty.
  const [sent, setSent] = useState(0);
  return (
    <Loaded query={query} what={t('template.title')}>
      {({ body: { items, trouble } }) => {
        const keyed = items.map((item) => [`${item.name} ${item.language}`, item] as const);
        const found = keyed.find(([key]) => key === chosen)?.[1];
        if (items.length === 0) return <p className="quiet">{t('template.none')}</p>;
        return (
          <Stack gap={8}>
            {trouble !== null && <p className="warn hint">{t('template.trouble')}</p>}
            <Select
              searchable
              label={t('template.title')}
              placeholder={t('template.choose')}
              data={keyed.map(([value, { name, language }]) => ({ value, label: `${name} (${language})` }))}
              value={chosen || null}
              onChange={(value) => setChosen(value ?? '')}
            />
            {found && (
              <Filled
                key={`${chosen} ${sent}`}
                template={found}
                conversationId={row.conversationId}
                outbox={outbox}
                onSent={() => setSent(sent + 1)}
              />
            )}
          </Stack>
        );
      }}
    </Loaded>
  );
}

/** Its parts that vary, and what the visitor will read. */
function Filled({
  template,
  conversationId,
  outbox: { outbox, forgetRefused },
  onSent,
}: {
  readonly template: MessageTemplate;
  readonly conversationId: string;
  readonly outbox: OutboxView;
  readonly onSent: () => void;
}) {
  const { t } = useTranslation('inbox');
  const [text, keep, forget] = useKeptState(
    `inbox.${conversationId}.template.${template.name} ${template.language}`,
  );
  const filling = readFilling(text);
  const { header, body, buttons } = template;
  const set = (part: keyof Filling, key: string, value: string) =>
    keep(JSON.stringify({ ...filling, [part]: { ...filling[part], [key]: value } }));
  const send = () => {
    forgetRefused();
    const use = templateUseOf(template, filling);
    outbox.push({
      ...{ key: randomUuid(), text: filledBody(template, filling), seenSeq: 0 },
      template: use,
    });
    forget();
    onSent();
  };
  return (
    <Form gap={8} onSend={send}>
      {header?.placeholders.map((key) => (
        <TextInput
          key={key}
          size="xs"
          label={t('template.headerPart')}
          value={filling.header[key] ?? ''}
          onChange={(event) => set('header', key, event.currentTarget.value)}
        />
      ))}
      {header && ['image', 'video', 'document'].includes(header.kind) && (
        <HeaderFile
          kind={header.kind}
          conversationId={conversationId}
          link={filling.header.link ?? ''}
          onLink={(link) => set('header', 'link', link)}
          onFile={(fileId) => set('header', 'fileId', fileId)}
        />
      )}
      {body.placeholders.map((key) => (
        <TextInput
          key={key}
          size="xs"
          label={t('template.part', { name: `{{${key}}}` })}
          value={filling.body[key] ?? ''}
          onChange={(event) => set('body', key, event.currentTarget.value)}
        />
      ))}
      {buttons.map(({ text, placeholder, kind }, n) =>
        placeholder && kind !== 'quick_reply' ? (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: a template's buttons are told by their places.
            key={n}
            size="xs"
            label={t('template.button', { text })}
            value={filling.buttons[n] ?? ''}
            onChange={(event) => set('buttons', String(n), event.currentTarget.value)}
          />
        ) : null,
      )}
      <Paper withBorder radius={10} px="sm" py={8} bg="var(--ground)">
        <span className="quiet hint">{t('template.reads')}</span>
        <p className="said" dir="auto">
          {filledBody(template, filling)}
        </p>
      </Paper>
      <Group justify="flex-end">
        <Button type="submit" size="compact-md" disabled={!isFilled(template, filling)}>
          {t('template.send')}
        </Button>
      </Group>
    </Form>
  );
}

type Values = Readonly<Record<string, string | undefined>>;

/** A template's parameters; `fileId` and `link` are the header's uploaded file or URL. */
interface Filling {
  readonly header: Values;
  readonly body: Values;
  readonly buttons: Values;
}

const noFilling: Filling = { header: {}, body: {}, buttons: {} };
const values = z.record(z.string(), z.string());
const keptFilling = z.object({ header: values, body: values, buttons: values });

/** Parses the input for a template that the tab has stored. */
function readFilling(kept: string): Filling {
  return kept === '' ? noFilling : (keptFilling.safeParse(JSON.parse(kept)).data ?? noFilling);
}

/** The preview of the template; empty placeholders stay as written. */
function filledBody({ body }: MessageTemplate, filling: Filling): string {
  return body.text.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, key: string) => filling.body[key] || written);
}

/** Whether all required parameters are filled. */
function isFilled(template: MessageTemplate, { header, body, buttons }: Filling): boolean {
  const wanted = [
    ...(template.header?.placeholders ?? []).map((key) => header[key]),
    ...(needsFile(template) ? [header.fileId || header.link] : []),
    ...template.body.placeholders.map((key) => body[key]),
    ...asked(template).map((n) => buttons[n]),
  ];
  return wanted.every((value) => value?.trim());
}

/** Returns the template's message. @see handoff.md 2.1 */
function templateUseOf(template: MessageTemplate, { header, body, buttons }: Filling): TemplateUse {
  const [first] = template.header?.placeholders ?? [];
  const { placeholders } = template.body;
  const given = placeholders.map((key) => [key, body[key] ?? ''] as const);
  const filledButtons = asked(template).map((n) => ({ index: n, value: buttons[n] ?? '' }));
  return {
    name: template.name,
    language: template.language,
    ...(first !== undefined && { header: { text: header[first] ?? '' } }),
    ...(needsFile(template) && {
      header: header.fileId ? { fileId: header.fileId } : { link: header.link ?? '' },
    }),
    ...(given.length > 0 && {
      body: template.parameters === 'named' ? Object.fromEntries(given) : given.map(([, value]) => value),
    }),
    ...(filledButtons.length > 0 && { buttons: filledButtons }),
  };
}

function needsFile({ header }: MessageTemplate): boolean {
  return header !== null && ['image', 'video', 'document'].includes(header.kind);
}

/** Places of buttons that must be given a value. */
function asked({ buttons }: MessageTemplate): readonly number[] {
  return buttons.flatMap(({ placeholder, kind }, n) => (placeholder && kind !== 'quick_reply' ? [n] : []));
}
