import type { Texts } from '../shape.ts';

export const refusals: Texts['refusals'] = {
  last_admin:
    'Vous ne pouvez pas retirer le dernier administrateur. Nommez-en d’abord un autre, qui s’est déjà connecté.',
  own_account: 'Personne ne modifie son propre compte. Demandez à un autre administrateur.',
  role_above_own: 'Vous ne pouvez pas donner un rôle supérieur au vôtre, ni modifier quelqu’un qui en a un.',
  user_busy: 'Quelqu’un d’autre modifie cet utilisateur. Regardez de nouveau dans un instant.',
  user_disabled: 'Cet utilisateur est désactivé. Réactivez-le d’abord.',
  credential_taken: 'Un autre compte a déjà ce numéro, cette clé ou ce nom d’utilisateur.',
  channel_incomplete: 'Il manque au compte de quoi envoyer. Définissez d’abord son jeton d’envoi.',
  already_exists: 'Ce nom ou cette adresse existe déjà.',
};
