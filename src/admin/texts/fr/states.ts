import type { Texts } from '../shape.ts';

export const states: Texts['states'] = {
  loading: 'Chargement…',
  retry: 'Réessayer',
  code: 'Code',
  copy: 'Copier',
  copied: 'Copié',
  failed: (what) => `${what} : échec du chargement`,
  offline:
    'Vous êtes hors ligne. Ce que vous voyez a été chargé plus tôt ; les modifications doivent attendre.',
  causes: {
    offline: 'Vous êtes hors ligne. Vérifiez votre connexion.',
    outage: 'Le service ne répond pas comme il le devrait. Réessayez dans un instant.',
    gone: 'Cela n’existe pas ici, ou a été supprimé.',
    changed:
      'Quelqu’un d’autre l’a modifié après que vous l’avez ouvert. Regardez ce qu’il y a maintenant, puis réessayez.',
    tooMany: 'Trop de requêtes à la fois. Attendez un instant.',
    over: 'Votre session est terminée.',
    refused: 'Le service a refusé ceci :',
    role: (role, least) => `Votre rôle, ${role}, ne le permet pas. Il faut le rôle ${least}.`,
  },
  noPermission: {
    title: (page) => `Vous ne pouvez pas voir ceci : ${page}`,
    why: (role, least) => `Votre rôle, ${role}, ne peut pas voir cette page. Le rôle ${least} le peut.`,
    ask: (names, count) =>
      count === 1 ? `Demandez à ${names}, qui administre ici.` : `Demandez à ${names}, qui administrent ici.`,
    who: (who, tenant) => `Vous êtes connecté en tant que ${who} de ${tenant}.`,
    otherTenant: (tenant) =>
      `Cette adresse appartient à l’organisation ${tenant}. Vous ne pouvez travailler que dans la vôtre.`,
    home: 'Aller à l’accueil',
  },
  over: {
    title: 'Reconnectez-vous pour continuer',
    kept: 'Votre session est terminée. Ce que vous avez saisi reste dans cet onglet et sera là à votre retour.',
    signIn: 'Se reconnecter',
  },
  loadMore: 'En charger plus',
  undo: 'Annuler',
  dismiss: 'Masquer',
  inUse: 'C’est encore utilisé. Modifiez d’abord ceci :',
  palette: {
    open: 'Aller à…',
    keys: 'Ctrl K',
    label: 'Aller à une page, un parcours ou une étape',
    nothing: 'Rien trouvé.',
    page: 'Page',
    flow: 'Parcours',
    step: (flow) => `Étape de ${flow}`,
  },
};
