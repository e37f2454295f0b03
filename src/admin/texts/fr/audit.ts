import type { Texts } from '../shape.ts';

export const audit: Texts['audit'] = {
  title: 'Journal',
  about:
    'Toutes les modifications de cette organisation, la plus récente d’abord. Les entrées sont conservées 400 jours.',
  what: 'Quoi',
  who: 'Qui',
  when: 'Quand',
  resource: 'Objet',
  from: 'Du',
  to: 'Au',
  all: 'Tout',
  kinds: { 'flow.': 'Parcours', 'widget.': 'Widgets', 'tenant.': 'Organisations' },
  userId: 'Identifiant de l’utilisateur',
  clear: 'Effacer les filtres',
  empty: 'Aucune modification dans cette période.',
  before: 'Avant',
  after: 'Après',
  field: 'Champ',
  nothing: 'rien',
  details: 'Ce qui a changé',
  noDetails: 'Aucun champ n’a changé.',
  note: 'Note',
  address: 'Depuis l’adresse',
  correlationId: 'Code de la requête',
  only: (who) => `Seulement ce que ${who} a fait`,
  outcomes: {
    done: 'fait',
    failed: 'échoué',
    begun: 'commencé : peut-être exécuté, peut-être pas',
  },
};
