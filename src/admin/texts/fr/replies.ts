import type { InboxTexts } from '../shape.ts';

/** The page of saved replies. */
export const replies: InboxTexts['replies'] = {
  title: 'Réponses enregistrées',
  about:
    'Des réponses que vous et vos collègues insérez avec / en écrivant. {{ user.firstName | there }} devient le prénom du visiteur.',
  add: 'Enregistrer une réponse',
  empty: 'Rien n’est encore enregistré. Enregistrez ce que vous écrivez souvent.',
  name: 'Nom',
  nameHint: 'Sous lequel on la trouve.',
  text: 'Texte',
  textHint:
    'Peut contenir {{ user.firstName | there }}, {{ user.email }}, {{ user.phone }} et {{ agent.name }}.',
  language: 'Langue',
  languageHint: 'Par exemple fr ou pt-BR. Vide : pour tous les visiteurs.',
  anyLanguage: 'Toutes',
  edit: (name) => `Modifier ${name}`,
  save: 'Enregistrer',
  saved: (name) => `${name} est enregistrée.`,
  remove: {
    open: (name) => `Supprimer ${name}`,
    button: 'Supprimer',
    what: 'Elle disparaît pour tout le monde. Ce qui a été envoyé avec elle reste.',
    done: (name) => `${name} est supprimée.`,
  },
};
