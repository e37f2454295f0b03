import type { InboxTexts } from '../shape.ts';

export const humans: InboxTexts['humans'] = {
  title: 'Wie Menschen antworten',
  about:
    'Warteschlangen, in die Abläufe Gespräche übergeben, wie lange man aufeinander wartet, und was Besucher dabei lesen. Zu welchen Zeiten Menschen antworten, sagen der übergebende Schritt und das Widget.',
  queues: 'Warteschlangen',
  queue: 'Warteschlange',
  flows: 'Aktive Abläufe, die sie nennen',
  none: 'Keine',
  always: 'Immer da',
  named: 'Bleibt, solange ein aktiver Ablauf sie nennt',
  remove: (queue) => `${queue} entfernen`,
  removed: 'Wer in einer Warteschlange wartet, die Sie entfernen, wartet danach in default.',
  add: 'Neue Warteschlange',
  addHint: 'Zum Beispiel billing. Übergebende Schritte nennen sie.',
  addButton: 'Hinzufügen',
  faults: {
    isThere: 'Eine Warteschlange dieses Namens gibt es schon.',
    tooMany: 'Mehr Warteschlangen sind nicht möglich.',
    wrongName: 'Ein Name darf nur Buchstaben, Ziffern und . _ : @ + = / - enthalten.',
  },
  waiting: 'Aufeinander warten',
  reclaim_minutes: {
    label: 'Minuten, bis andere ein Gespräch übernehmen können',
    hint: 'Sobald jemand geschrieben hat und der Zuständige nicht da ist. Leer: 10.',
  },
  idle_close_hours: {
    label: 'Stunden ohne Nachricht, bis ein Gespräch mit einem Menschen endet',
    hint: 'Leer: 24 im Web-Chat, 72 in Chat-Apps.',
  },
  told: 'Was Besucher lesen',
  silent: 'Wo kein Text steht, wird nichts gesagt.',
  joined: {
    label: 'Jemand hat das Gespräch übernommen',
    hint: '{name} ist, wer gekommen ist. Nicht im Web-Chat, der es zeigt.',
  },
  looking: {
    label: 'Der Zuständige musste gehen, jemand anderes wird gesucht',
    hint: 'Nicht im Web-Chat, der es zeigt.',
  },
  missed: {
    label: 'Niemand ist rechtzeitig gekommen',
    hint: 'Sofern der Ablauf nicht mit einem eigenen Schritt weitergeht.',
  },
  idle: {
    label: 'So lange hat niemand geschrieben, dass es zu Ende ist',
    hint: 'Danach antwortet wieder der Bot.',
  },
  saved: 'Wie Menschen antworten, ist gespeichert.',
};
