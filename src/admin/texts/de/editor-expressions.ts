import type { EditorTexts } from '../shape.ts';

export const expressions: EditorTexts['expressions'] = {
  insert: '{x} Einfügen',
  insertHint: 'Bietet Variablen und Funktionen an; in einem Text tut das auch {{',
  offered: 'Angeboten',
  kinds: {
    text: 'Text',
    number: 'Zahl',
    flag: 'wahr oder falsch',
    list: 'Liste',
    object: 'Objekt',
    unknown: 'beliebig',
    function: 'Funktion',
  },
  maybe: 'Nicht jeder Weg hierher setzt sie.',
  example: 'Zum Beispiel',
  lacking: (names: string) => `${names}: noch kein Wert. Der Testchat liefert einen.`,
  dear: (percent: number) =>
    `Mit großen Werten braucht es ${percent} % dessen, was ein Schritt rechnen darf.`,
};
