import type { Texts } from '../shape.ts';

export const publish: Texts['flows']['publish'] = {
  open: 'Publier…',
  needsRole: 'Votre rôle, éditeur, ne peut pas publier. Les administrateurs le peuvent.',
  askTitle: 'Demander la publication',
  link: 'Lien pour un administrateur : il ouvre ce dialogue',
  replayScripts: 'Rejouer les conversations d’essai',
  replayRecorded: 'Rejouer des conversations enregistrées',
  needsChanges: 'Rien n’a changé depuis la version en ligne.',
  title: 'Publier le brouillon ?',
  checking: 'Vérification du brouillon…',
  faults: 'Erreurs à corriger d’abord',
  scriptsFail: (failed, all) =>
    `${failed} conversations d’essai sur ${all} échouent. Corrigez-les avant de publier.`,
  scriptsPass: (all) => `Conversations d’essai réussies : ${all}`,
  noScripts: 'Il n’y a pas de conversations d’essai : rien n’a été essayé.',
  valid: 'Aucune erreur.',
  warnings: 'Avertissements',
  whatChanged: 'Ce qui a changé depuis la version en ligne',
  note: 'Note : quoi de neuf ?',
  noteHint: (max) => `Jusqu’à ${max} caractères ; tout le monde la voit avec la version.`,
  share: 'Qui la reçoit',
  everybody: 'Toutes les nouvelles conversations',
  percent: (percent) => `${percent} % des nouvelles conversations`,
  trialEnds:
    'L’essai prend fin de lui-même si le parcours échoue dans nettement plus de ses conversations que dans les autres.',
  thenAll: 'Quand tous la reçoivent',
  byHand: 'Quand quelqu’un l’adopte',
  afterHours: (hours) => `Après ${hours} heures, si elle ne fait pas moins bien`,
  foot: 'Les conversations en cours se terminent sur la version avec laquelle elles ont commencé.',
  button: 'Publier',
  done: (version) => `v${version} est publiée. Les nouvelles conversations l’utilisent désormais.`,
  doneCanary: (version, percent) =>
    `${percent} % des nouvelles conversations utilisent désormais v${version}.`,
  changed: 'Le brouillon a changé entre-temps et a été revérifié : regardez-le avant de publier.',
};
