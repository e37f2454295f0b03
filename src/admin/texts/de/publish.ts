import type { Texts } from '../shape.ts';

export const publish: Texts['flows']['publish'] = {
  open: 'Veröffentlichen…',
  needsRole: 'Ihre Rolle, Bearbeiter, kann nicht veröffentlichen. Admins können es.',
  askTitle: 'Um Veröffentlichung bitten',
  link: 'Link für einen Admin: Er öffnet diesen Dialog',
  replayScripts: 'Probegespräche nachspielen',
  replayRecorded: 'Aufgezeichnete Gespräche nachspielen',
  needsChanges: 'Seit der Live-Version wurde nichts geändert.',
  title: 'Entwurf veröffentlichen?',
  checking: 'Der Entwurf wird geprüft…',
  faults: 'Fehler: Sie müssen zuerst behoben werden',
  scriptsFail: (failed, all) =>
    `${failed} von ${all} Probegesprächen schlagen fehl. Beheben Sie das vor dem Veröffentlichen.`,
  scriptsPass: (all) => `Probegespräche, die gelingen: ${all}`,
  noScripts: 'Es gibt keine Probegespräche: Nichts wurde ausprobiert.',
  valid: 'Keine Fehler.',
  warnings: 'Warnungen',
  whatChanged: 'Was sich seit der Live-Version geändert hat',
  note: 'Notiz: Was ist neu?',
  noteHint: (max) => `Bis zu ${max} Zeichen; alle sehen sie bei der Version.`,
  share: 'Wer sie bekommt',
  everybody: 'Alle neuen Gespräche',
  percent: (percent) => `${percent} % der neuen Gespräche`,
  trialEnds:
    'Die Probe endet von selbst, wenn der Ablauf in deutlich mehr ihrer Gespräche scheitert als in den anderen.',
  thenAll: 'Wann alle sie bekommen',
  byHand: 'Wenn jemand sie übernimmt',
  afterHours: (hours) => `Nach ${hours} Stunden, wenn sie nicht schlechter ist`,
  foot: 'Laufende Gespräche enden auf der Version, mit der sie begonnen haben.',
  button: 'Veröffentlichen',
  done: (version) => `v${version} ist veröffentlicht. Neue Gespräche verwenden sie ab jetzt.`,
  doneCanary: (version, percent) => `${percent} % der neuen Gespräche verwenden ab jetzt v${version}.`,
  changed:
    'Der Entwurf wurde inzwischen geändert und noch einmal geprüft: Sehen Sie ihn an, bevor Sie ihn veröffentlichen.',
};
