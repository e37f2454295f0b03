import type { FieldPath, WidgetTab } from '../../widgets/widget-fields.ts';

const tabs: Readonly<Record<WidgetTab, string>> = {
  look: 'Look',
  sites: 'Sites',
  flow: 'Flow',
  limits: 'Limits',
  identity: 'Identity',
  secrets: 'Secrets',
  code: 'Code',
};

const fields: Readonly<Record<FieldPath, { readonly label: string; readonly hint: string }>> = {
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

/** Widgets: the chats on a tenant's web sites. */
export const widgets = {
  title: 'Widgets',
  about: 'A widget is one chat on one web site.',
  none: 'No widgets yet. A widget is one chat on one web site.',
  name: 'Widget',
  runs: 'Flow',
  sites: 'Sites',
  noSites: 'on no site yet',
  isDefault: 'default',
  changedBy: (who: string, when: string) => `Changed by ${who}, ${when}`,
  fromFiles: 'As the command line wrote it.',
  create: {
    open: 'New widget…',
    title: 'New widget',
    id: 'Name',
    hint: 'Letters, digits and hyphens. It stands in the code of your pages and cannot be changed later.',
    button: 'Create',
  },
  settings: 'Settings',
  tabs,
  fields,
  choices: {
    small: 'small',
    medium: 'medium',
    large: 'large',
    round: 'round',
    label: 'with words',
    hidden: 'hidden',
    left: 'left',
    right: 'right',
    1: 'time, path and body',
    0: 'the older one too',
  },
  unsaid: 'not chosen',
  wrong: {
    path: 'A path begins with /, for example /shop/*.',
    font: 'Write names of fonts, for example Inter, sans-serif.',
    text: 'This cannot be empty.',
    lines: 'A line is no address of a site. Write https://shop.example, without a path.',
    texts: 'Six lines at most, of 80 characters each.',
    colour: 'Write # and six digits, for example #0b5fff.',
    number: (min: number, max: number | undefined) =>
      max === undefined ? `A whole number, at least ${min}.` : `A whole number from ${min} to ${max}.`,
  },
  refused: {
    title: 'Refused lately',
    what: 'Sites that tried to show this widget and were refused. Allow only those that you know.',
    none: 'No other site has tried to show it lately.',
    count: (count: number, when: string) =>
      count === 1 ? `once, ${when}` : `${count} times, the last ${when}`,
    allow: 'Allow',
    allowOne: (site: string) => `Allow ${site}`,
  },
  secretsWhat: 'Values go one way: they are kept, and never shown again.',
  secrets: {
    signing_secret: {
      name: 'Signing secret',
      where:
        'Your server signs each request with it. From the first one on, requests without a signature are refused.',
    },
    identity_secret: {
      name: 'Identity secret',
      where: 'Your server signs a token for each visitor with it, which proves who they are.',
    },
  },
  contrast: (ratio: string) =>
    `Text in this colour has a contrast of ${ratio} : 1 on white, and 4.5 : 1 is needed to read it well. The widget writes in a darker shade.`,
  looksOnly: (role: string) => `Your role, ${role}, cannot change what guards a widget. Admins can.`,
  viewOnly: (role: string) => `Your role, ${role}, cannot change widgets. Editors can.`,
  save: 'Save',
  discard: 'Discard changes',
  unsaved: 'Not saved yet. Kept in this tab.',
  saved: (widget: string) => `${widget} is saved. Pages show it within five minutes.`,
  preview: {
    title: 'Preview',
    what: 'The real widget, as you type. It answers by itself and keeps nothing.',
    answer: 'This is a preview. Nothing is sent.',
    desk: 'Desk',
    phone: 'Phone',
    light: 'Light',
    dark: 'Dark',
  },
  code: {
    what: 'Put this line on each page that shall show the chat. Nothing else is needed.',
    copy: 'Copy the line',
    copied: 'Copied',
    noSites: 'No site may show it yet. Add yours under Sites.',
    signed: 'This widget wants signed requests, so pages cannot use it; servers can.',
  },
  conflict: {
    title: 'Changed while you were editing',
    who: (who: string) => `${who} changed this widget while you were editing. Choose what to keep.`,
    theirs: 'Theirs',
    mine: 'Yours',
    field: 'Field',
    nothing: 'nothing',
    keepMine: 'Save yours',
    keepTheirs: 'Keep theirs',
    same: 'Theirs and yours are the same now.',
  },
  remove: {
    open: 'Delete…',
    isDefault: (tenant: string) =>
      `This widget is the default of ${tenant}. Choose another default first; an operator does it.`,
    title: (widget: string) => `Delete ${widget}?`,
    what: 'Pages that show it refuse visitors from now on. Conversations are kept. It cannot be undone.',
    type: (widget: string) => `Type ${widget} to delete it`,
    button: 'Delete',
  },
};
