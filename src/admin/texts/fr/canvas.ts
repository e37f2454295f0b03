import type { Texts } from '../shape.ts';

export const canvas: Texts['canvas'] = {
  showAs: 'Afficher comme',
  title: 'Plan',
  list: 'Liste',
  label: (flow) => `Plan de ${flow}`,
  help: 'La flèche droite suit le premier chemin, la flèche gauche revient en arrière, haut et bas vont à l’étape voisine. Entrée lit l’étape, Début va au départ, 1 montre tout, plus et moins changent la taille. La liste montre les mêmes étapes. F replie le groupe d’une étape.',
  editHelp:
    'Alt et une flèche déplacent ce qui est choisi. A ajoute une étape derrière, C mène quelque part son premier chemin ouvert, Suppr la retire.',
  palette: 'Ajouter une étape',
  arrange: 'Disposer',
  choose: 'Choisissez une étape pour la lire en entier.',
  said: (card, ways, position, all) =>
    `${card}, ${ways === 1 ? '1 chemin' : `${ways} chemins`}, ${position} sur ${all}`,
  entries: { start: 'Départ', words: 'Mots', failure: 'Si quelque chose échoue' },
  comesBack: 'revient',
  duringHandoff: 'pendant le transfert',
  fold: 'Replier',
  unfold: 'Déplier',
  group: (title, steps) => `${title}, replié : ${steps === 1 ? '1 étape' : `${steps} étapes`}`,
  steps: (count) => (count === 1 ? '1 étape' : `${count} étapes`),
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  fit: 'Tout montrer',
  toStart: 'Au départ',
  map: 'Petit plan du parcours',
  broken: 'Les étapes n’ont pas pu être disposées. La liste les montre toutes.',
};
