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
  'app/DayHours.tsx': kept('widgets/use-edits.ts', 'widgets.browser.test.ts'),
  'app/PickDialog.tsx': apart('looks for one of many, and is over with the choice'),
  'app/TenantSwitch.tsx': apart('goes to another tenant with the choice'),
  'app/TypedName.tsx': secret,
  'audit/AuditFilters.tsx': address,
  'channels/AccountForm.tsx': kept('channels/AccountForm.tsx', 'channels.browser.test.ts'),
  'channels/TestStep.tsx': kept('channels/TestStep.tsx', 'forms.browser.long.test.ts'),
  'conversations/ConversationFilters.tsx': address,
  'conversations/ConversationsPage.tsx': kept(
    'conversations/ConversationsPage.tsx',
    'forms.browser.long.test.ts',
  ),
  'flows/FlowField.tsx': kept('widgets/use-edits.ts', 'widgets.browser.test.ts'),
  'flows/FlowFilter.tsx': address,
  'flows/FlowsPage.tsx': address,
  'flows/compare/ComparePage.tsx': address,
  'flows/create/FlowUpload.tsx': kept('flows/create/NewFlow.tsx', 'new-flow.browser.test.ts'),
  'flows/create/NewFlow.tsx': kept('flows/create/NewFlow.tsx', 'new-flow.browser.test.ts'),
  'flows/editor/chat/AskedCall.tsx': played,
  'flows/editor/chat/ChatComposer.tsx': played,
  'flows/editor/chat/SaveScript.tsx': played,
  'flows/editor/chat/SettingForm.tsx': played,
  'flows/editor/chat/StartHere.tsx': played,
  'flows/editor/dialogs/NameDialogs.tsx': apart('changes the draft at once: it asks for no session'),
  'flows/editor/dialogs/SearchDialog.tsx': apart('changes the draft at once: it asks for no session'),
  'flows/editor/expression/ExpressionField.tsx': draft,
  'flows/editor/inspector/ChoicesField.tsx': draft,
  'flows/editor/inspector/EntryForm.tsx': draft,
  'flows/editor/inspector/Field.tsx': draft,
  'flows/editor/inspector/JsonField.tsx': draft,
  'flows/editor/inspector/MapField.tsx': draft,
  'flows/editor/inspector/NoteForm.tsx': draft,
  'flows/editor/inspector/NumberField.tsx': draft,
  'flows/editor/inspector/RenameVariable.tsx': draft,
  'flows/editor/inspector/TextField.tsx': draft,
  'flows/editor/inspector/ValidateField.tsx': draft,
  'flows/editor/saving/OverlapPage.tsx': apart('chooses between two drafts that are both kept'),
  'flows/editor/scripts/CoverageView.tsx': apart('a switch of what is drawn'),
  'flows/editor/scripts/ExpectedCell.tsx': draft,
  'flows/editor/scripts/ScriptTable.tsx': draft,
  'flows/publish/PublishDialog.tsx': kept('flows/publish/PublishDialog.tsx', 'forms.browser.long.test.ts'),
  'flows/replay/ReplayPage.tsx': kept('flows/replay/ReplayPage.tsx', 'forms.browser.long.test.ts'),
  'humans/HumansPage.tsx': kept('humans/HumansPage.tsx', 'humans.browser.long.test.ts'),
  'humans/Queues.tsx': kept('humans/Queues.tsx', 'humans.browser.long.test.ts'),
  'inbox/InboxList.tsx': address,
  'inbox/alerts/AlertsDialog.tsx': apart('kept on the device as it is chosen'),
  'inbox/composer/HeaderFile.tsx': kept('inbox/composer/TemplateForm.tsx', 'inbox.browser.test.ts'),
  'inbox/composer/ReplyForm.tsx': kept('inbox/composer/ReplyForm.tsx', 'inbox.browser.test.ts'),
  'inbox/composer/TemplateForm.tsx': kept('inbox/composer/TemplateForm.tsx', 'inbox.browser.test.ts'),
  'inbox/composer/TextBox.tsx': kept('inbox/composer/ReplyForm.tsx', 'inbox.browser.test.ts'),
  'inbox/dialogs/AssignDialog.tsx': kept('inbox/dialogs/AssignDialog.tsx', 'forms.browser.long.test.ts'),
  'inbox/dialogs/CloseDialog.tsx': kept('inbox/dialogs/CloseDialog.tsx', 'forms.browser.long.test.ts'),
  'inbox/dialogs/ReturnDialog.tsx': kept('inbox/dialogs/ReturnDialog.tsx', 'forms.browser.long.test.ts'),
  'reports/ReportFilters.tsx': address,
  'reports/VersionsReport.tsx': address,
  'saved-replies/ReplyDialog.tsx': kept('saved-replies/ReplyDialog.tsx', 'forms.browser.long.test.ts'),
  'secrets/SecretCard.tsx': secret,
  'service-keys/NewKeyDialog.tsx': kept('service-keys/NewKeyDialog.tsx', 'forms.browser.long.test.ts'),
  'tenants/FindTenant.tsx': address,
  'users/InviteDialog.tsx': kept('users/InviteDialog.tsx', 'users.browser.test.ts'),
  'users/RoleForm.tsx': kept('users/RoleForm.tsx', 'forms.browser.long.test.ts'),
  'widgets/ColorField.tsx': kept('widgets/use-edits.ts', 'widgets.browser.test.ts'),
  'widgets/Field.tsx': kept('widgets/use-edits.ts', 'widgets.browser.test.ts'),
  'widgets/NewWidget.tsx': kept('widgets/NewWidget.tsx', 'forms.browser.long.test.ts'),
};

const isField =
  /<(?:TextInput|Textarea|NativeSelect|PasswordInput|Select|Checkbox|Switch|Radio|input|textarea|select)\b/;

it('of every field of the console it is known what becomes of its text', () => {
  const found = globSync('**/*.tsx', { cwd: 'src/admin' }).filter((file) =>
    isField.test(readFileSync(`src/admin/${file}`, 'utf8')),
  );
  expect(found.sort()).toEqual(Object.keys(fields).sort());
});

it.each(Object.entries(fields).flatMap(([file, field]) => ('form' in field ? [{ file, ...field }] : [])))(
  'what is typed into $file is kept by $form; $shownIn ends a session, or loads the page anew',
  ({ form, shownIn }) => {
    expect(readFileSync(`src/admin/${form}`, 'utf8')).toMatch(/useKept(State|Fields|Key)\(/);
    expect(readFileSync(`test/admin/${shownIn}`, 'utf8')).toMatch(/endSession\(page\)|page\.reload\(\)/);
  },
);
