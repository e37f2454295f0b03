import type { Texts } from '../shape.ts';

export const serviceKeys: Texts['serviceKeys'] = {
  title: 'Clés de service',
  about:
    'Ce avec quoi vos propres systèmes lisent, répondent et écrivent : un support, une boutique, une tâche de nuit. Chacun a sa propre clé, pour qu’on puisse en révoquer une seule.',
  empty: 'Aucun système n’a encore de clé.',
  name: 'Système',
  may: 'Peut',
  made: 'Créée',
  madeBy: (when, who) => `${when} par ${who}`,
  used: 'Dernière utilisation',
  never: 'jamais',
  ends: 'Expire',
  endsNever: 'pas d’elle-même',
  ended: 'a expiré',
  capabilities: {
    'conversations:read': 'Lire les conversations',
    'conversations:answer': 'Répondre aux visiteurs',
    'messages:send': 'Écrire en premier',
  },
  make: {
    open: 'Créer une clé…',
    title: 'Créer une clé de service',
    what: 'La clé est affichée une seule fois, à sa création. Conservez-la là où le système garde ses secrets.',
    name: 'Nom du système',
    nameHint: 'Les visiteurs le voient quand le système ne nomme personne.',
    may: 'Ce qu’il peut faire',
    ends: 'Expire',
    life: { '30': 'dans 30 jours', '90': 'dans 90 jours', '365': 'dans un an', never: 'pas d’elle-même' },
    button: 'Créer la clé',
  },
  once: {
    title: (name) => `La clé de ${name}`,
    what: 'Copiez-la maintenant : elle ne peut pas être affichée une nouvelle fois. Si elle est perdue, créez-en une autre et révoquez celle-ci.',
    lost: 'La réponse qui donnait cette clé s’est perdue en route. Elle ne peut pas être affichée une nouvelle fois : révoquez-la et créez-en une autre.',
    key: 'Clé',
    button: 'Je l’ai conservée',
  },
  revoke: {
    open: (name) => `Révoquer ${name}…`,
    title: (name) => `Révoquer la clé de ${name} ?`,
    what: 'Le système est refusé partout en moins d’une minute. C’est irréversible : il lui faudra une nouvelle clé.',
    button: 'Révoquer la clé',
    done: (name) => `La clé de ${name} est révoquée. Elle est refusée en moins d’une minute.`,
  },
};
