import type { EditorFormTexts } from '../shape.ts';

export const editorVariables: EditorFormTexts['variables'] = {
  title: 'Variables',
  none: 'Aucune. Une question, une affectation ou une étape HTTP en crée une.',
  name: 'Nom',
  start: (name) => `Valeur initiale de ${name} (JSON)`,
  add: 'Ajouter une variable',
  taken: 'Une variable porte déjà ce nom.',
  noName: 'Un nom commence par une lettre, suivie de lettres, de chiffres et de _.',
  used: (set, read) => `Écrite dans ${set}, lue dans ${read}.`,
  unused: 'Rien ne la lit.',
  secrets: 'Secrets',
  secretsHint: 'Un admin de la passerelle les définit. Personne ne lit leurs valeurs ici.',
  kinds: {
    text: 'Un texte.',
    number: 'Un nombre.',
    flag: 'Vrai ou faux.',
    list: 'Une liste.',
    object: 'Un objet.',
    unknown: 'Sans valeur initiale.',
  },
};
