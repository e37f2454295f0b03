import type { InboxTexts } from '../shape.ts';

/** The page of saved replies. */
export const replies: InboxTexts['replies'] = {
  title: 'Gespeicherte Antworten',
  about:
    'Antworten, die Sie und Ihr Team beim Schreiben mit / einfügen. Aus {{ user.firstName | there }} wird der Vorname des Besuchers.',
  add: 'Antwort speichern',
  empty: 'Noch ist nichts gespeichert. Speichern Sie, was Sie oft schreiben.',
  name: 'Name',
  nameHint: 'Unter dem sie gefunden wird.',
  text: 'Text',
  textHint:
    'Darf {{ user.firstName | there }}, {{ user.email }}, {{ user.phone }} und {{ agent.name }} enthalten.',
  language: 'Sprache',
  languageHint: 'Zum Beispiel de oder pt-BR. Leer: für alle Besucher.',
  anyLanguage: 'Alle',
  edit: (name) => `${name} bearbeiten`,
  save: 'Speichern',
  saved: (name) => `${name} ist gespeichert.`,
  remove: {
    open: (name) => `${name} löschen`,
    button: 'Löschen',
    what: 'Sie ist für alle weg. Was mit ihr gesendet wurde, bleibt.',
    done: (name) => `${name} ist gelöscht.`,
  },
};
