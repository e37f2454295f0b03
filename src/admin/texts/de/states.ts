import type { Texts } from '../shape.ts';

export const states: Texts['states'] = {
  loading: 'Wird geladen…',
  retry: 'Erneut versuchen',
  code: 'Code',
  copy: 'Kopieren',
  copied: 'Kopiert',
  failed: (what) => `${what}: konnte nicht geladen werden`,
  offline: 'Sie sind offline. Was Sie sehen, wurde früher geladen; Änderungen müssen warten.',
  causes: {
    offline: 'Sie sind offline. Prüfen Sie Ihre Verbindung.',
    outage: 'Der Dienst antwortet nicht, wie er sollte. Versuchen Sie es gleich noch einmal.',
    gone: 'Das gibt es hier nicht, oder es wurde gelöscht.',
    changed:
      'Jemand anders hat es geändert, nachdem Sie es geöffnet haben. Sehen Sie sich an, was jetzt da ist, und versuchen Sie es dann erneut.',
    tooMany: 'Zu viele Anfragen auf einmal. Warten Sie einen Moment.',
    over: 'Ihre Sitzung ist beendet.',
    refused: 'Der Dienst hat das abgelehnt:',
    role: (role, least) => `Ihre Rolle, ${role}, darf das nicht. Dazu braucht es die Rolle ${least}.`,
  },
  noPermission: {
    title: (page) => `Das dürfen Sie nicht sehen: ${page}`,
    why: (role, least) => `Ihre Rolle, ${role}, kann diese Seite nicht sehen. Die Rolle ${least} kann es.`,
    ask: (names, count) =>
      count === 1 ? `Fragen Sie ${names}, Admin hier.` : `Fragen Sie ${names}, Admins hier.`,
    who: (who, tenant) => `Sie sind als ${who} von ${tenant} angemeldet.`,
    otherTenant: (tenant) =>
      `Diese Adresse gehört zum Mandanten ${tenant}. Sie können nur in Ihrem eigenen arbeiten.`,
    home: 'Zur Startseite',
  },
  over: {
    title: 'Melden Sie sich wieder an, um weiterzumachen',
    kept: 'Ihre Sitzung ist beendet. Was Sie eingegeben haben, bleibt in diesem Tab und ist wieder da, wenn Sie zurück sind.',
    signIn: 'Wieder anmelden',
  },
  loadMore: 'Mehr laden',
  undo: 'Rückgängig',
  dismiss: 'Ausblenden',
  inUse: 'Es wird noch gebraucht. Ändern Sie zuerst dies:',
  palette: {
    open: 'Gehe zu…',
    keys: 'Strg K',
    label: 'Zu einer Seite, einem Ablauf oder einem Schritt gehen',
    nothing: 'Nichts gefunden.',
    page: 'Seite',
    flow: 'Ablauf',
    step: (flow) => `Schritt von ${flow}`,
  },
};
