import type { EditorDialogTexts } from '../shape.ts';

const steps = (count: number) => (count < 2 ? `${count} étape` : `${count} étapes`);

export const editorDialogs: EditorDialogTexts = {
  way: {
    open: 'ne mène nulle part',
    connect: 'Relier…',
    goTo: (step) => `Aller à ${step}`,
    title: 'Où mène-t-il ?',
    label: 'Chercher une étape',
    nowhere: 'Nulle part pour l’instant',
  },
  ways: {
    next: 'Ensuite',
    'question.next': 'Toute autre réponse',
    'wait.next': 'Le temps est écoulé',
    'handoff.next': 'La personne la rend',
    otherwise: 'Sinon',
    onInvalid: 'Après trop de mauvaises réponses',
    onSilence: 'Le visiteur se tait',
    onError: 'En cas d’erreur',
    onReply: 'Le visiteur écrit',
    onClosed: 'Hors des heures',
    onTimeout: 'Personne n’est venu à temps',
    afterClose: 'Après la clôture',
  },
  add: {
    title: 'Ajouter une étape',
    label: 'Chercher un type',
    newStep: (kind) => `Nouvelle étape : ${kind}`,
    purposes: {
      message: 'Dit quelque chose et continue.',
      question: 'Pose une question, attend la réponse et la garde.',
      set: 'Donne de nouvelles valeurs à des variables.',
      branch: 'Continue selon ce qui est connu.',
      http: 'Interroge un autre système, ou l’informe.',
      llm: 'Fait écrire ou décider un modèle de langage.',
      handoff: 'Confie la conversation à une personne.',
      wait: 'Attend un moment.',
      call: 'Exécute un autre flux et revient.',
      end: 'Termine la conversation.',
    },
  },
  rename: {
    title: (id) => `Renommer ${id}`,
    label: 'Nom',
    button: 'Renommer',
    noName: 'Un nom commence par une lettre, suivie de lettres, de chiffres, de _ et de -.',
    taken: 'Une étape porte déjà ce nom.',
    reports:
      'Chemins, mots et scripts suivent. Les rapports comptent le nouveau nom dès la version suivante.',
  },
  group: {
    title: (count) => `Grouper ${steps(count)}`,
    label: 'Titre',
    button: 'Grouper',
    empty: 'Un groupe a besoin d’un titre.',
  },
  note: { title: 'Note', text: 'Texte', step: 'Liée à', none: 'aucune étape', remove: 'Supprimer la note' },
  search: {
    title: 'Recherche',
    label: 'Chercher dans les noms, textes et expressions',
    replace: 'Remplacer…',
    by: 'Remplacer par',
    found: (count) => (count < 2 ? `${count} endroit` : `${count} endroits`),
    variable: (read, set) => `Une variable : lue dans ${read}, écrite dans ${set}.`,
    flow: 'Flux',
    replaceAll: (count) => `Remplacer dans ${count}`,
  },
  keys: {
    tree: 'Dans la liste, les flèches vont de ligne en ligne, dans une étape et au dehors ; Entrée la remplit, Échap revient.',
    close: 'Fermer',
  },
  pastedFlow: {
    title: 'Un flux entier a été collé',
    what: (count) => `Il a ${steps(count)}.`,
    asNew: 'Comme nouveau flux',
    addSteps: 'Ajouter ses étapes',
  },
  faults: {
    title: 'Erreurs',
    hint: 'F8 va à la suivante. Les mots sont ceux du moteur.',
    use: (word: string) => `Utiliser ${word}`,
    warningsHint: 'Avertissements : ils n’empêchent rien.',
    connect: 'Relier…',
    create: (name) => `Créer la variable ${name}`,
  },
  json: {
    label: (flow) => `${flow} en JSON`,
    help: 'Ce qui change ici se voit aussitôt sur le schéma et dans la liste.',
    broken: (line) =>
      `Ligne ${line} : ce n’est pas encore du JSON. Le schéma et la liste gardent le dernier état lisible.`,
    goToLine: 'Aller à la ligne',
    mend: 'Continuer en JSON',
    notJson: 'Ce n’est pas encore du JSON.',
  },
};
