import type { WidgetTab } from '../../widgets/widget-fields.ts';
import { widgetFields } from './widget-fields.ts';

const tabs: Readonly<Record<WidgetTab, string>> = {
  look: 'Look',
  sites: 'Sites',
  flow: 'Flow',
  limits: 'Limits',
  identity: 'Identity',
  secrets: 'Secrets',
  code: 'Code',
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
  fields: widgetFields,
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
    hours: 'Write hours as 09:00-18:00, several with commas.',
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
