import type { PeopleTexts } from '../shape.ts';

export const people: PeopleTexts = {
  title: (user) => `Person ${user}`,
  kept: 'Was aufbewahrt wird',
  nothing: 'Über diese Person wird nichts aufbewahrt.',
  names: 'Bekannt als',
  none: '–',
  turns: 'Runden',
  count: (count, isMore) => (isMore ? `${count} oder mehr` : String(count)),
  audited: 'Dass Sie hier nachgesehen haben, steht im Protokoll, ohne den Inhalt.',
  save: 'Als Datei exportieren',
  goes: (conversations, turns) =>
    `Das wird endgültig gelöscht: Gespräche ${conversations}, Runden ${turns} und alle Namen und Zustellungen, die dazu aufbewahrt werden.`,
  erased: (conversations, turns) => `Gelöscht: Gespräche ${conversations}, Runden ${turns}.`,
  erase: {
    open: 'Daten löschen…',
    title: 'Daten dieser Person löschen?',
    what: 'Es dauert einige Sekunden und lässt sich nicht rückgängig machen. Schreibt die Person wieder, beginnt ein neues Gespräch.',
    type: 'Geben Sie die ID ein, um die Daten zu löschen',
    button: 'Daten löschen',
  },
};
