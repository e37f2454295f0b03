import type { InboxTexts } from '../shape.ts';

export const humans: InboxTexts['humans'] = {
  title: 'Comment les humains répondent',
  about:
    'Les files dans lesquelles les parcours transmettent des conversations, combien de temps on s’attend, et ce que lisent alors les visiteurs. Les heures auxquelles les humains répondent sont données par l’étape qui transmet et par le widget.',
  queues: 'Files',
  queue: 'File',
  flows: 'Parcours en ligne qui la nomment',
  none: 'Aucun',
  always: 'Toujours là',
  named: 'Reste tant qu’un parcours en ligne la nomme',
  remove: (queue) => `Retirer ${queue}`,
  removed: 'Qui attend dans une file que vous retirez attend ensuite dans default.',
  add: 'Nouvelle file',
  addHint: 'Par exemple billing. Les étapes qui transmettent la nomment.',
  addButton: 'Ajouter',
  faults: {
    isThere: 'Une file porte déjà ce nom.',
    tooMany: 'Il ne peut pas y avoir plus de files.',
    wrongName: 'Un nom ne contient que des lettres, des chiffres et . _ : @ + = / -',
  },
  waiting: 'S’attendre',
  reclaim_minutes: {
    label: 'Minutes avant que d’autres puissent prendre une conversation',
    hint: 'Dès qu’un visiteur a écrit et que la personne qui l’a est absente. Vide : 10.',
  },
  idle_close_hours: {
    label: 'Heures de silence avant la fin d’une conversation avec un humain',
    hint: 'Vide : 24 sur le chat web, 72 sur les applications de messagerie.',
  },
  told: 'Ce que lisent les visiteurs',
  silent: 'Là où un texte est vide, rien n’est dit.',
  joined: {
    label: 'Quelqu’un a pris la conversation',
    hint: '{name} est la personne qui est venue. Pas sur le chat web, qui le montre.',
  },
  looking: {
    label: 'La personne a dû partir, on en cherche une autre',
    hint: 'Pas sur le chat web, qui le montre.',
  },
  missed: {
    label: 'Personne n’est venu à temps',
    hint: 'Sauf si le parcours continue par une étape prévue.',
  },
  idle: {
    label: 'Personne n’a écrit depuis si longtemps qu’elle est terminée',
    hint: 'Ensuite, le bot répond de nouveau.',
  },
  saved: 'La façon dont les humains répondent est enregistrée.',
};
