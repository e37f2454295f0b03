import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What becomes of what is typed when a session ends. */
const kept = (form: string, shownIn: string) => ({ form, shownIn });
const apart = (why: string) => ({ why });
const secret = apart('a secret, or a name that is typed to confirm: kept nowhere, on purpose');
const address = apart('what was asked for last is in the address');
const draft = apart('a part of the draft, which the device has within 0.3 s');
const played = apart('of a test chat, which is begun anew');

/** THE table of the console's fields: the file, and the form that keeps them with the test that shows it, or why none does. */
const fields: Readonly<Record<string, ReturnType<typeof kept> | ReturnType<typeof apart>>> = {
  'components/Frame.tsx': apart('kept on the device as it is chosen'),
  'components/IdField.tsx': kept('features/channels/AccountForm.tsx', 'channels.browser.test.ts'),
  'components/WeekHoursField.tsx': kept('features/widgets/widget-form.ts', 'widgets.browser.test.ts'),
  'components/SearchField.tsx': address,
  'components/SecretCard.tsx': secret,
  'components/Dialog.tsx': secret,
  'features/channels/AccountForm.tsx': kept('features/channels/AccountForm.tsx', 'channels.browser.test.ts'),
  'features/channels/ChannelPage.tsx': kept(
    'features/channels/ChannelPage.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/contacts/ContactDialog.tsx': kept(
    'features/contacts/ContactDialog.tsx',
    'contacts.browser.test.ts',
  ),
  'features/conversations/ConversationsPage.tsx': address,
  'features/editor/chat/AskedCall.tsx': played,
  'features/editor/chat/ChatComposer.tsx': played,
  'features/editor/chat/StartHere.tsx': played,
  'features/editor/chat/TestChat.tsx': played,
  'features/editor/dialogs/EditorDialogs.tsx': apart('changes the draft at once: it asks for no session'),
  'features/editor/dialogs/SearchDialog.tsx': apart('changes the draft at once: it asks for no session'),
  'features/editor/expression/ExpressionField.tsx': draft,
  'features/editor/inspector/ChoicesField.tsx': draft,
  'features/editor/inspector/FlowForm.tsx': draft,
  'features/editor/inspector/Inspector.tsx': draft,
  'features/editor/inspector/field-parts.tsx': draft,
  'features/editor/inspector/MapField.tsx': draft,
  'features/editor/inspector/TextField.tsx': draft,
  'features/editor/inspector/ValidateField.tsx': draft,
  'features/editor/inspector/NextStepField.tsx': draft,
  'features/editor/saving/OverlapPage.tsx': apart('chooses between two drafts that are both kept'),
  'features/editor/scripts/Scripts.tsx': apart('a switch of what is drawn'),
  'features/editor/scripts/ScriptTable.tsx': draft,
  'features/flows/FlowField.tsx': kept('features/widgets/widget-form.ts', 'widgets.browser.test.ts'),
  'features/flows/compare/ComparePage.tsx': address,
  'features/flows/create/FlowUpload.tsx': kept(
    'features/flows/create/NewFlow.tsx',
    'new-flow.browser.test.ts',
  ),
  'features/flows/create/NewFlow.tsx': kept('features/flows/create/NewFlow.tsx', 'new-flow.browser.test.ts'),
  'features/flows/create/TryOut.tsx': played,
  'features/flows/publish/PublishFlow.tsx': kept(
    'features/flows/publish/PublishFlow.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/flows/share/TestLinksDialog.tsx': apart('one switch of a link that is created at once'),
  'features/flows/replay/ReplayPage.tsx': kept(
    'features/flows/replay/ReplayPage.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/inbox/InboxList.tsx': address,
  'features/inbox/alerts/AlertsDialog.tsx': apart('kept on the device as it is chosen'),
  'features/inbox/composer/HeaderFile.tsx': kept(
    'features/inbox/composer/TemplateForm.tsx',
    'inbox.browser.test.ts',
  ),
  'features/inbox/composer/ReplyForm.tsx': kept(
    'features/inbox/composer/ReplyForm.tsx',
    'inbox.browser.test.ts',
  ),
  'features/inbox/composer/TemplateForm.tsx': kept(
    'features/inbox/composer/TemplateForm.tsx',
    'inbox.browser.test.ts',
  ),
  'features/inbox/composer/TextBox.tsx': kept(
    'features/inbox/composer/ReplyForm.tsx',
    'inbox.browser.test.ts',
  ),
  'features/inbox/dialogs/AssignDialog.tsx': kept(
    'features/inbox/dialogs/AssignDialog.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/inbox/dialogs/CloseDialog.tsx': kept(
    'features/inbox/dialogs/CloseDialog.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/inbox/dialogs/ReturnDialog.tsx': kept(
    'features/inbox/dialogs/ReturnDialog.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/inbox/triage/TriageFilters.tsx': address,
  'features/inbox/triage/Views.tsx': apart('one name of what the address has'),
  'features/inbox/triage/triage-menus.tsx': apart('one date, picked anew'),
  'features/reports/ReportFilters.tsx': address,
  'features/reports/VersionsReport.tsx': address,
  'features/settings/api-keys/ServiceKeysPage.tsx': kept(
    'features/settings/api-keys/ServiceKeysPage.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/settings/audit/AuditPage.tsx': address,
  'features/settings/handoff/HandoffSettingsPage.tsx': kept(
    'features/settings/handoff/HandoffSettingsPage.tsx',
    'handoff-settings.browser.long.test.ts',
  ),
  'features/settings/handoff/QueueDialog.tsx': kept(
    'features/settings/handoff/HandoffSettingsPage.tsx',
    'handoff-settings.browser.long.test.ts',
  ),
  'features/settings/labels/LabelsPage.tsx': kept(
    'features/settings/labels/LabelsPage.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/settings/saved-replies/ReplyDialog.tsx': kept(
    'features/settings/saved-replies/ReplyDialog.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/settings/users/UsersPage.tsx': kept(
    'features/settings/users/UsersPage.tsx',
    'users.browser.test.ts',
  ),
  'features/settings/users/UserDialog.tsx': kept(
    'features/settings/users/UserDialog.tsx',
    'forms.browser.long.test.ts',
  ),
  'features/tenants/TenantsPage.tsx': kept('features/tenants/TenantsPage.tsx', 'tenants.browser.test.ts'),
  'features/widgets/Field.tsx': kept('features/widgets/widget-form.ts', 'widgets.browser.test.ts'),
  'features/widgets/Install.tsx': kept('features/widgets/Install.tsx', 'forms.browser.long.test.ts'),
};

const isField =
  /<(?:TextInput|Textarea|NativeSelect|PasswordInput|Select|Checkbox|Switch|Radio|input|textarea|select)\b/;

it('for every field of the console it is known what happens to its text', () => {
  const found = globSync('**/*.tsx', { cwd: 'src/admin' }).filter((file) =>
    isField.test(readFileSync(`src/admin/${file}`, 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(fields).sort());
});

it.each(Object.entries(fields).flatMap(([file, field]) => ('form' in field ? [{ file, ...field }] : [])))(
  'text typed into $file is kept by $form; $shownIn ends a session, or reloads the page',
  ({ form, shownIn }) => {
    expect(readFileSync(`src/admin/${form}`, 'utf8')).toMatch(/useKept(State|Fields|Key|Form)\(/);
    expect(readFileSync(`test/admin/${shownIn}`, 'utf8')).toMatch(/endSession\(page\)|page\.reload\(\)/);
  },
);
