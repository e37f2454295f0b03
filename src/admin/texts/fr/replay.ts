import type { Texts } from '../shape.ts';

export const replay: Texts['replay'] = {
  open: 'Rejouer des conversations',
  title: (flow) => `Rejouer : ${flow}`,
  what: 'Ce qui a été dit est redit au brouillon. Vous voyez où il répond autre chose. Rien n’est envoyé à personne.',
  ids: 'Identifiants de conversations enregistrées, un par ligne',
  idsHint: 'Laissé vide, ce sont les conversations d’essai du brouillon qui sont jouées.',
  button: 'Rejouer',
  back: 'Retour au parcours',
  none: 'Il n’y a rien à jouer : le brouillon n’a pas de conversations d’essai. Nommez ci-dessus des conversations enregistrées.',
  incomplete: 'Tout n’a pas été joué : c’est trop long pour une fois. Nommez-en moins.',
  verdict: (same, all) => `${same} sur ${all} se passent comme avant.`,
  sample: 'Rejouer un échantillon de la semaine',
  name: 'Nommer un échantillon de la semaine',
  sameSoFar: (turns: number) =>
    turns === 1 ? 'comme avant dans le tour joué' : `comme avant dans les ${turns} tours joués`,
  stoppedAt: (step: string) =>
    `La suite n’a pas été jouée : ce que l’étape ${step} trouverait n’est pas enregistré.`,
  stopped: (count: number) =>
    `${count} n’ont pu être jouées qu’en partie : ce que leurs étapes ont trouvé à l’extérieur n’est pas enregistré.`,
  recorded: (steps: string) => `Trouvé comme enregistré : ${steps}`,
  same: 'se passe comme avant',
  differs: 'diffère',
  broken: 'n’a pas pu continuer',
  brokenAt: (step, why) => `À ${step} : ${why}`,
  said: 'Dit',
  before: 'Avant',
  now: 'Maintenant',
  nothing: 'rien',
  minutes: (count) => `${count} minutes passent`,
  human: 'Un humain fait quelque chose',
};
