import type { EditorFormTexts } from '../shape.ts';

export const editorVariables: EditorFormTexts['variables'] = {
  title: 'Variablen',
  none: 'Noch keine. Eine Frage, ein Setzen oder ein HTTP-Schritt legt eine an.',
  name: 'Name',
  start: (name) => `Anfangswert von ${name} (JSON)`,
  add: 'Variable hinzufügen',
  taken: 'Eine Variable dieses Namens gibt es schon.',
  noName: 'Ein Name beginnt mit einem Buchstaben; es folgen Buchstaben, Ziffern und _.',
  used: (set, read) => `Gesetzt in ${set}, gelesen in ${read}.`,
  unused: 'Nichts liest sie.',
  secrets: 'Geheimnisse',
  secretsHint: 'Ein Admin des Gateways setzt sie. Ihre Werte liest hier niemand.',
  kinds: {
    text: 'Ein Text.',
    number: 'Eine Zahl.',
    flag: 'Wahr oder falsch.',
    list: 'Eine Liste.',
    object: 'Ein Objekt.',
    unknown: 'Kein Anfangswert.',
  },
};
