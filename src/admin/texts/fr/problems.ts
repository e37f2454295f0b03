import type { ProblemTexts } from '../problem-texts.ts';

const lost =
  'Rien n’a été modifié. Recommencez la connexion depuis cette page, et terminez-la dans ce même onglet.';
const manage = 'Un administrateur peut corriger cela dans la gestion des organisations.';

export const problems: ProblemTexts = {
  settings_unreadable: {
    title: 'L’application n’est pas configurée',
    what: 'Ses réglages (config.json) manquent ou sont incomplets.',
    advice: 'C’est aux exploitants de la plateforme d’y remédier. Réessayez ensuite.',
  },
  network: {
    title: 'Le service est injoignable',
    what: 'Il n’y a pas eu de réponse. Vous êtes peut-être hors ligne, ou quelque chose bloque la connexion.',
    advice: 'Vérifiez votre connexion et réessayez. Vous restez connecté.',
  },
  storage_denied: {
    title: 'Votre navigateur ne conserve pas les données de cette page',
    what: 'La connexion passe par une autre page, et ce qu’il faut au retour ne peut pas être conservé.',
    advice:
      'Autorisez les données de site (cookies) pour cette adresse dans les réglages de votre navigateur, ou quittez la fenêtre privée. Réessayez ensuite.',
  },
  sign_in_lost: {
    title: 'Cette connexion n’a pas commencé ici',
    what: 'Aucune connexion n’est en cours dans cet onglet : elle a commencé ailleurs, a déjà servi, ou ses données ont été effacées.',
    advice: lost,
  },
  state_mismatch: {
    title: 'Cette connexion a été arrêtée pour votre sécurité',
    what: 'La réponse n’appartient pas à la connexion commencée dans cet onglet. Quelqu’un vous a peut-être donné un lien falsifié.',
    advice: lost,
  },
  access_denied: {
    title: 'La connexion a été annulée',
    what: 'La page de connexion n’a pas donné accès à cette application.',
    advice: 'Si vous ne vouliez pas annuler, connectez-vous de nouveau.',
  },
  provider_refused: {
    title: 'La connexion a été refusée',
    what: 'Le service de connexion n’a pas accepté la requête.',
    advice:
      'Connectez-vous de nouveau. Si cela arrive chaque fois, dites-le aux exploitants de la plateforme.',
  },
  redirect_uri_mismatch: {
    title: 'Cette adresse n’est pas enregistrée',
    what: 'Le service de connexion ne connaît pas l’adresse de cette application.',
    advice: 'Ouvrez l’application à son adresse habituelle, ou dites-le aux exploitants de la plateforme.',
  },
  code_expired: {
    title: 'La connexion a pris trop de temps',
    what: 'Le code à usage unique doit servir dans les 60 secondes, et a servi plus tard.',
    advice: 'Connectez-vous de nouveau ; le plus souvent, sans saisir votre mot de passe.',
  },
  code_verifier_mismatch: {
    title: 'Cette connexion ne peut pas se terminer ici',
    what: 'Le secret que cet onglet gardait pour la connexion a été perdu ou modifié en chemin.',
    advice: lost,
  },
  code_refused: {
    title: 'Cette connexion a déjà servi',
    what: 'Le code à usage unique a déjà servi ou n’est plus valable.',
    advice: 'Connectez-vous de nouveau ; le plus souvent, sans saisir votre mot de passe.',
  },
  tokens_refused: {
    title: 'La connexion n’a pas pu être vérifiée',
    what: 'La réponse du service de connexion n’a pas passé les contrôles de cette application.',
    advice: 'Vérifiez l’heure de votre appareil, puis connectez-vous de nouveau.',
  },
  signed_out: {
    title: 'Vous êtes déconnecté',
    what: 'Cet onglet n’a plus de connexion.',
    advice: 'Connectez-vous de nouveau pour reprendre où vous étiez.',
  },
  session_expired: {
    title: 'Votre session est terminée',
    what: 'Vous avez été déconnecté après un certain temps, ou votre accès a été retiré.',
    advice: 'Connectez-vous de nouveau pour reprendre où vous étiez.',
  },
  session_refused: {
    title: 'Votre connexion n’est plus acceptée',
    what: 'Le service a refusé votre connexion (401).',
    advice: 'Connectez-vous de nouveau pour reprendre où vous étiez.',
  },
  missing_tenant_claim: {
    title: 'Votre compte n’appartient à aucune organisation',
    what: 'Vous êtes connecté, mais votre compte n’est encore rattaché à aucune organisation (403).',
    advice: `${manage} Ensuite, déconnectez-vous et reconnectez-vous.`,
  },
  invalid_role: {
    title: 'Votre compte n’a pas de rôle',
    what: 'Vous êtes connecté, mais votre rôle manque ou est inconnu (403).',
    advice: `${manage} Ensuite, déconnectez-vous et reconnectez-vous.`,
  },
  tenant_not_found: {
    title: 'Votre organisation n’est pas active',
    what: 'L’organisation de votre compte est suspendue ou n’existe pas (403).',
    advice:
      'Renseignez-vous auprès des exploitants de la plateforme, ou déconnectez-vous pour utiliser un autre compte.',
  },
  service_failed: {
    title: 'Le service a un problème',
    what: 'Il a répondu, mais n’a pas pu faire ce qui était demandé.',
    advice: 'Réessayez dans un instant. Vous restez connecté.',
  },
  unexpected: {
    title: 'Quelque chose n’a pas fonctionné',
    what: 'L’application ne connaît pas cette situation.',
    advice: 'Réessayez. Si cela arrive chaque fois, dites-le aux exploitants de la plateforme.',
  },
};
