import type { Texts } from '../shape.ts';

export const secrets: Texts['secrets'] = {
  sharedWith: 'Denselben Wert benutzen auch andere, und er ändert sich auch für sie:',
  missing: 'Nicht gesetzt. Ohne ihn werden die Aufrufe des Anbieters abgewiesen.',
  notSet: 'Nicht gesetzt.',
  setBy: (who, when) => `Gesetzt von ${who}, ${when}`,
  setByFiles: 'Gesetzt über die Befehlszeile',
  value: (name) => `${name}: Wert`,
  newValue: (name) => `${name}: neuer Wert`,
  showTyped: 'Eingabe zeigen',
  set: (name) => `Setzen: ${name}`,
  replace: (name) => `Ersetzen: ${name}`,
  remove: {
    open: (name) => `Entfernen: ${name}…`,
    title: (name) => `${name} entfernen?`,
    what: 'Der Wert ist endgültig weg, und was ihn braucht, geht sofort nicht mehr.',
    button: 'Entfernen',
  },
  previous:
    'Der vorige Wert gilt noch, damit nichts abgewiesen wird, während Sie ihn auf der anderen Seite ändern.',
  endOverlap: 'Übergangszeit beenden',
};
