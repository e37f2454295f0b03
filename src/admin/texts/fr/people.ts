import type { PeopleTexts } from '../shape.ts';

export const people: PeopleTexts = {
  title: (user) => `Personne ${user}`,
  kept: 'Ce qui est conservé',
  nothing: 'Rien n’est conservé sur cette personne.',
  names: 'Connue sous',
  none: '–',
  turns: 'Tours',
  count: (count, isMore) => (isMore ? `${count} ou plus` : String(count)),
  audited: 'Le fait que vous avez regardé ici est dans le journal, sans le contenu.',
  save: 'Exporter dans un fichier',
  goes: (conversations, turns) =>
    `Ceci disparaît pour toujours : conversations ${conversations}, tours ${turns}, et chaque nom et état de livraison qui en est conservé.`,
  erased: (conversations, turns) => `Effacé : conversations ${conversations}, tours ${turns}.`,
  erase: {
    open: 'Effacer les données…',
    title: 'Effacer les données de cette personne ?',
    what: 'Cela prend quelques secondes et ne peut pas être annulé. Si elle écrit de nouveau, une nouvelle conversation commence.',
    type: 'Saisissez l’identifiant pour effacer les données',
    button: 'Effacer les données',
  },
};
