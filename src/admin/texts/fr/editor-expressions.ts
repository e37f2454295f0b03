import type { EditorTexts } from '../shape.ts';

export const expressions: EditorTexts['expressions'] = {
  insert: '{x} Insérer',
  insertHint: 'Propose variables et fonctions ; dans un texte, {{ aussi',
  offered: 'Propositions',
  kinds: {
    text: 'texte',
    number: 'nombre',
    flag: 'vrai ou faux',
    list: 'liste',
    object: 'objet',
    unknown: 'tout type',
    function: 'fonction',
  },
  maybe: 'Certains chemins menant ici ne la définissent pas.',
  example: 'Par exemple',
  lacking: (names: string) => `${names} : pas encore de valeur. Le chat d’essai en apporte une.`,
  dear: (percent: number) =>
    `Avec de grandes valeurs, cela prend ${percent} % de ce qu’une étape peut calculer.`,
};
