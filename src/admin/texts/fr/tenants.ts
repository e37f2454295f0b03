import type { Texts } from '../shape.ts';

export const tenants: Texts['tenants'] = {
  title: 'Organisations',
  about:
    'Toutes les organisations de la plateforme. Travailler dans l’un d’eux montre ses parcours, ses conversations et son journal.',
  empty: 'Aucune organisation pour l’instant.',
  find: 'Trouver',
  all: 'Toutes les organisations',
  name: 'Nom',
  status: 'État',
  limits: 'Limites',
  defaults: 'les valeurs habituelles',
  statuses: { active: 'active', suspended: 'suspendue' },
  perMinute: (count) => `${count} messages par minute`,
  days: (count) => `conservé ${count} jours`,
  workIn: (tenant) => `Travailler dans ${tenant}`,
  suspend: {
    open: (tenant) => `Suspendre ${tenant}…`,
    title: (tenant) => `Suspendre ${tenant} ?`,
    what: 'Ses visiteurs ne reçoivent plus de réponse et ses utilisateurs ne peuvent plus se connecter, jusqu’à la reprise. Rien n’est supprimé.',
    type: (tenant) => `Saisissez ${tenant} pour suspendre`,
    button: 'Suspendre',
  },
  resume: {
    open: (tenant) => `Reprendre ${tenant}…`,
    title: (tenant) => `Reprendre ${tenant} ?`,
    what: 'Ses visiteurs reçoivent de nouveau des réponses, et ses utilisateurs peuvent se connecter.',
    button: 'Reprendre',
  },
};
