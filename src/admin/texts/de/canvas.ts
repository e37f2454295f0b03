import type { Texts } from '../shape.ts';

export const canvas: Texts['canvas'] = {
  showAs: 'Anzeigen als',
  title: 'Plan',
  list: 'Liste',
  label: (flow) => `Plan von ${flow}`,
  help: 'Pfeil nach rechts folgt dem ersten Weg, Pfeil nach links geht zurück, nach oben und unten geht es zum Schritt daneben. Die Eingabetaste liest den Schritt vor, Pos1 geht zum Start, 1 zeigt alles, Plus und Minus ändern die Größe. Die Liste zeigt dieselben Schritte. F klappt die Gruppe eines Schritts zu.',
  editHelp:
    'Alt und ein Pfeil verschieben, was gewählt ist. A fügt dahinter einen Schritt hinzu, C führt den ersten offenen Weg irgendwohin, Entf entfernt.',
  palette: 'Schritt hinzufügen',
  arrange: 'Anordnen',
  choose: 'Wählen Sie einen Schritt, um ihn ganz zu lesen.',
  said: (card, ways, position, all) =>
    `${card}, ${ways === 1 ? '1 Weg' : `${ways} Wege`}, ${position} von ${all}`,
  entries: { start: 'Start', words: 'Wörter', failure: 'Wenn etwas schiefgeht' },
  comesBack: 'kehrt zurück',
  duringHandoff: 'während der Übergabe',
  fold: 'Zuklappen',
  unfold: 'Aufklappen',
  group: (title, steps) => `${title}, zugeklappt: ${steps === 1 ? '1 Schritt' : `${steps} Schritte`}`,
  steps: (count) => (count === 1 ? '1 Schritt' : `${count} Schritte`),
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
  fit: 'Alles zeigen',
  toStart: 'Zum Start',
  map: 'Kleine Übersicht des Ablaufs',
  broken: 'Die Schritte ließen sich nicht anordnen. Die Liste zeigt sie alle.',
};
