import 'i18next';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      channels: typeof import('./en/channels.json');
      common: typeof import('./en/common.json');
      conversations: typeof import('./en/conversations.json');
      editor: typeof import('./en/editor.json');
      flows: typeof import('./en/flows.json');
      home: typeof import('./en/home.json');
      inbox: typeof import('./en/inbox.json');
      reports: typeof import('./en/reports.json');
      settings: typeof import('./en/settings.json');
      tests: typeof import('./en/tests.json');
      widgets: typeof import('./en/widgets.json');
    };
  }
}
