import type { Texts } from '../shape.ts';

export const canvas: Texts['canvas'] = {
  showAs: 'Afficher comme',
  title: 'Plan',
  list: 'Liste',
  label: (flow) => `Plan de ${flow}`,
  help: 'La flèche droite suit le premier chemin, la flèche gauche revient en arrière, haut et bas vont à l’étape voisine. Entrée lit l’étape, Début va au départ, 1 montre tout, plus et moins changent la taille. La liste montre les mêmes étapes.',
  choose: 'Choisissez une étape pour la lire en entier.',
  said: (card, ways, position, all) =>
    `${card}, ${ways === 1 ? '1 chemin' : `${ways} chemins`}, ${position} sur ${all}`,
  entries: { start: 'Départ', words: 'Mots', failure: 'Si quelque chose échoue' },
  comesBack: 'revient',
  duringHandoff: 'pendant le transfert',
  zoomIn: 'Agrandir',
  zoomOut: 'Réduire',
  fit: 'Tout montrer',
  toStart: 'Au départ',
  map: 'Petit plan du parcours',
  broken: 'Les étapes n’ont pas pu être disposées. La liste les montre toutes.',
};
