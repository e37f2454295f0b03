import type { Texts } from '../shape.ts';

export const secrets: Texts['secrets'] = {
  sharedWith: 'La même valeur sert aussi à d’autres, et change pour eux aussi :',
  missing: 'Non défini. Sans lui, les appels du fournisseur sont refusés.',
  notSet: 'Non défini.',
  setBy: (who, when) => `Défini par ${who}, ${when}`,
  setByFiles: 'Défini par la ligne de commande',
  value: (name) => `${name} : valeur`,
  newValue: (name) => `${name} : nouvelle valeur`,
  showTyped: 'Montrer ce qui est saisi',
  set: (name) => `Définir : ${name}`,
  replace: (name) => `Remplacer : ${name}`,
  remove: {
    open: (name) => `Retirer : ${name}…`,
    title: (name) => `Retirer : ${name} ?`,
    what: 'Sa valeur disparaît pour toujours, et ce qui en a besoin s’arrête aussitôt.',
    button: 'Retirer',
  },
  previous:
    'La valeur précédente est encore acceptée, pour que rien ne soit refusé pendant que vous la changez de l’autre côté.',
  endOverlap: 'Mettre fin à la transition',
};
