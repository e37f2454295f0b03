import type { Texts } from '../shape.ts';

export const replay: Texts['replay'] = {
  open: 'Gespräche nachspielen',
  title: (flow) => `Nachspielen: ${flow}`,
  what: 'Was früher gesagt wurde, wird dem Entwurf noch einmal gesagt. Sie sehen, wo er anders antwortet. Niemand bekommt etwas geschickt.',
  ids: 'IDs aufgezeichneter Gespräche, eine je Zeile',
  idsHint: 'Bleibt es leer, werden die Probegespräche des Entwurfs gespielt.',
  button: 'Nachspielen',
  back: 'Zurück zum Ablauf',
  none: 'Es gibt nichts zu spielen: Der Entwurf hat keine Probegespräche. Nennen Sie oben aufgezeichnete.',
  incomplete: 'Nicht alles wurde gespielt: Es ist zu lang für ein Mal. Nennen Sie weniger.',
  verdict: (same, all) => `${same} von ${all} verlaufen wie zuvor.`,
  sample: 'Stichprobe der letzten Woche spielen',
  name: 'Stichprobe der letzten Woche nennen',
  sameSoFar: (turns: number) =>
    turns === 1 ? 'in der gespielten Runde wie zuvor' : `in den ${turns} gespielten Runden wie zuvor`,
  stoppedAt: (step: string) =>
    `Nicht weiter gespielt: Was der Schritt ${step} vorfinden würde, ist nicht aufgezeichnet.`,
  stopped: (count: number) =>
    `${count} ließen sich nur zum Teil spielen: Was ihre Schritte außerhalb vorfanden, ist nicht aufgezeichnet.`,
  recorded: (steps: string) => `Vorgefunden wie aufgezeichnet: ${steps}`,
  same: 'verläuft wie zuvor',
  differs: 'weicht ab',
  broken: 'kam nicht weiter',
  brokenAt: (step, why) => `Bei ${step}: ${why}`,
  said: 'Gesagt',
  before: 'Vorher',
  now: 'Jetzt',
  nothing: 'nichts',
  minutes: (count) => `${count} Minuten vergehen`,
  human: 'Ein Mensch tut etwas',
};
