import type { Texts } from '../shape.ts';

const actions: Texts['users']['actions'] = {
  'reset-password': {
    open: 'Réinitialiser le mot de passe…',
    title: (who) => `Réinitialiser le mot de passe de ${who} ?`,
    what: 'La personne reçoit un courriel avec un code et choisit un nouveau mot de passe. Qui ne s’est jamais connecté reçoit de nouveau l’invitation.',
    button: 'Réinitialiser le mot de passe',
    done: (who) => `${who} reçoit un courriel pour choisir un nouveau mot de passe.`,
  },
  'reset-mfa': {
    open: 'Réinitialiser le second facteur…',
    title: (who) => `Réinitialiser le second facteur de ${who} ?`,
    what: 'Pour un téléphone perdu : un nouveau second facteur est mis en place à la prochaine connexion, là où il en faut un.',
    button: 'Réinitialiser le second facteur',
    done: (who) => `${who} met en place un nouveau second facteur à la prochaine connexion.`,
  },
  'sign-out': {
    open: 'Déconnecter partout…',
    title: (who) => `Déconnecter ${who} partout ?`,
    what: 'Ses sessions se terminent sur tous les appareils en moins d’une minute. Une nouvelle connexion reste possible.',
    button: 'Déconnecter partout',
    done: (who) => `${who} est déconnecté partout en moins d’une minute.`,
  },
  delete: {
    open: 'Supprimer…',
    title: (who) => `Supprimer ${who} ?`,
    what: 'La connexion n’est plus possible. Ce que la personne a modifié reste, et le journal garde son nom. Cela ne peut pas être annulé.',
    button: 'Supprimer',
    done: (who) => `${who} est supprimé.`,
  },
};

export const users: Texts['users'] = {
  title: 'Utilisateurs',
  about: 'Qui peut se connecter ici, et avec quel rôle.',
  empty: 'Seulement vous pour l’instant. Invitez un collègue.',
  nobody: 'Personne pour l’instant. Invitez le premier administrateur.',
  who: 'Utilisateur',
  role: 'Rôle',
  status: 'État',
  statuses: {
    invited: 'invité',
    active: 'actif',
    reset_required: 'doit choisir un nouveau mot de passe',
    disabled: 'désactivé',
  },
  secondFactor: 'Second facteur',
  factors: { set: 'en place', none: 'aucun' },
  you: 'vous',
  manage: (who) => `Gérer ${who}…`,
  noRole: 'aucun rôle connu',
  invite: {
    open: 'Inviter…',
    title: 'Inviter un collègue',
    what: 'Il reçoit un courriel avec un mot de passe pour sa première connexion.',
    email: 'Adresse e-mail',
    name: 'Nom, si vous voulez',
    button: 'Inviter',
    done: (who) => `${who} est invité.`,
  },
  changeRole: 'Changer le rôle',
  access: 'Accès',
  disable: {
    button: 'Désactiver',
    done: (who) => `${who} est désactivé. L’accès prend fin en moins d’une minute.`,
  },
  enable: { button: 'Réactiver', done: (who) => `${who} peut de nouveau se connecter.` },
  nowIs: {
    viewer: (who) => `${who} est maintenant lecteur.`,
    editor: (who) => `${who} est maintenant éditeur.`,
    admin: (who) => `${who} est maintenant administrateur.`,
    'super-admin': (who) => `${who} est maintenant super-administrateur.`,
  },
  own: 'C’est votre propre compte. Personne ne modifie le sien : demandez à un autre administrateur.',
  above: (own, role) => `Votre rôle, ${own}, ne peut pas modifier le rôle ${role}.`,
  type: (email) => `Saisissez ${email} pour supprimer ce compte`,
  actions,
};
