import type { FieldPath } from '../../widgets/widget-fields.ts';

/** What the settings of a widget are called. */
export const widgetFields: Readonly<Record<FieldPath, { readonly label: string; readonly hint: string }>> = {
  'appearance.title': { label: 'Title', hint: 'Above the chat.' },
  'appearance.greeting': { label: 'Greeting', hint: 'Shown before anybody has written.' },
  'appearance.color': { label: 'Colour', hint: 'Of the button, the head and what visitors write.' },
  'appearance.position': { label: 'Side of the page', hint: 'At the end of the line unless you choose.' },
  'appearance.avatar': {
    label: 'Picture',
    hint: 'The address of a square picture. The preview shows the first letter instead.',
  },
  'appearance.start_on_open': {
    label: 'Start when it is opened',
    hint: 'The flow begins as soon as the visitor opens the chat. Otherwise it waits for their first message.',
  },
  'appearance.starters': {
    label: 'Starters',
    hint: 'One a line, six at most: buttons that send their own text, as long as nothing has been said.',
  },
  'appearance.font': {
    label: 'Font',
    hint: 'Names as CSS writes them: Inter, sans-serif. The page must have it.',
  },
  'appearance.size': { label: 'Size of the window', hint: 'Medium unless you choose.' },
  'appearance.launcher': { label: 'Button that opens it', hint: 'Hidden leaves opening to your page.' },
  'appearance.launcher_label': {
    label: 'Words of the button',
    hint: 'Shown with “with words”; “Open chat” in the visitor’s language unless you write something.',
  },
  'appearance.offset_side': { label: 'Pixels from the side', hint: '20 unless you say otherwise.' },
  'appearance.offset_bottom': { label: 'Pixels from the bottom', hint: '20 unless you say otherwise.' },
  'appearance.sound': { label: 'Soft tone for new messages', hint: 'Only while nobody looks at the chat.' },
  'appearance.invite': {
    label: 'Invitation',
    hint: 'Said beside the button, once a visit, to visitors who have not opened the chat.',
  },
  'appearance.invite_after_seconds': {
    label: 'Invite after seconds',
    hint: 'At once, unless another condition is set.',
  },
  'appearance.invite_after_scroll': {
    label: 'Invite after percent of the page',
    hint: 'When the visitor has scrolled so far.',
  },
  'appearance.invite_on_exit': {
    label: 'Invite who is about to leave',
    hint: 'When the pointer leaves the page at its top.',
  },
  'appearance.invite_pages': {
    label: 'Pages that invite',
    hint: 'One path a line, * for anything: /shop/*. All pages without one.',
  },
  'appearance.opening_hours': {
    label: 'Opening hours',
    hint: 'When humans answer, on the tenant’s clock: 09:00-12:00, 13:00-18:00. Visitors read until when somebody is there, or from when on, in their own time. Nothing is said without hours.',
  },
  allowed_origins: {
    label: 'Sites that may show it',
    hint: 'One a line: https://shop.example, or https://*.shop.example for what is one level below.',
  },
  require_origin: {
    label: 'Refuse callers that are no web page',
    hint: 'They send no Origin. A server of yours would be refused too.',
  },
  flow: { label: 'Flow', hint: 'What a conversation runs. Only published flows can be chosen.' },
  idle_minutes: {
    label: 'Minutes until a silent conversation ends',
    hint: '1,440, a day, unless you say otherwise.',
  },
  session_limit_per_minute: {
    label: 'Messages of one visitor a minute',
    hint: '30 unless you say otherwise, 300 at most.',
  },
  new_sessions_per_address: {
    label: 'New visitors of one address a minute',
    hint: '60 unless you say otherwise; 0 takes any number. Many people may share one address.',
  },
  require_identity: {
    label: 'Refuse visitors whom your site does not vouch for',
    hint: 'Your server signs a token for each of them.',
  },
  identity_secret: {
    label: 'Secret that signs visitors’ tokens',
    hint: 'Its name. The value is never shown here.',
  },
  signing_secret: {
    label: 'Secret that signs requests',
    hint: 'Its name. With it every request has to be signed, which a web page cannot do.',
  },
  signature_version: {
    label: 'What is signed',
    hint: 'The older signature can be sent again by whoever sees it.',
  },
};
