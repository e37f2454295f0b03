import type { Texts } from '../shape.ts';

/** What the settings of a widget are called. */
export const widgetFields: Texts['widgets']['fields'] = {
  'appearance.title': { label: 'Titre', hint: 'Au-dessus du chat.' },
  'appearance.greeting': { label: 'Accueil', hint: 'Montré avant que quelqu’un ait écrit.' },
  'appearance.color': {
    label: 'Couleur',
    hint: 'Du bouton, de l’en-tête et de ce qu’écrivent les visiteurs.',
  },
  'appearance.position': { label: 'Côté de la page', hint: 'En fin de ligne sauf si vous choisissez.' },
  'appearance.avatar': {
    label: 'Image',
    hint: 'L’adresse d’une image carrée. L’aperçu montre la première lettre à la place.',
  },
  'appearance.start_on_open': {
    label: 'Commencer à l’ouverture',
    hint: 'Le flux commence dès que le visiteur ouvre le chat. Sinon, il attend son premier message.',
  },
  'appearance.starters': {
    label: 'Amorces',
    hint: 'Une par ligne, six au plus : des boutons qui envoient leur propre texte tant que rien n’a été dit.',
  },
  'appearance.font': {
    label: 'Police',
    hint: 'Des noms comme en CSS : Inter, sans-serif. La page doit l’avoir.',
  },
  'appearance.size': { label: 'Taille de la fenêtre', hint: 'Moyenne sauf si vous choisissez.' },
  'appearance.launcher': { label: 'Bouton qui l’ouvre', hint: 'Masqué laisse l’ouverture à votre page.' },
  'appearance.launcher_label': {
    label: 'Mots du bouton',
    hint: 'Affichés avec « avec des mots » ; sinon « Ouvrir le chat » dans la langue du visiteur.',
  },
  'appearance.offset_side': { label: 'Pixels depuis le côté', hint: '20 sauf indication contraire.' },
  'appearance.offset_bottom': { label: 'Pixels depuis le bas', hint: '20 sauf indication contraire.' },
  'appearance.sound': {
    label: 'Son discret pour les nouveaux messages',
    hint: 'Seulement quand personne ne regarde le chat.',
  },
  'appearance.invite': {
    label: 'Invitation',
    hint: 'Dite près du bouton, une fois par visite, à qui n’a pas ouvert le chat.',
  },
  'appearance.invite_after_seconds': {
    label: 'Inviter après des secondes',
    hint: 'Tout de suite, si aucune autre condition n’est donnée.',
  },
  'appearance.invite_after_scroll': {
    label: 'Inviter après un pourcentage de la page',
    hint: 'Quand le visiteur est descendu jusque-là.',
  },
  'appearance.invite_on_exit': {
    label: 'Inviter qui va partir',
    hint: 'Quand le pointeur quitte la page par le haut.',
  },
  'appearance.invite_pages': {
    label: 'Pages qui invitent',
    hint: 'Un chemin par ligne, * pour tout : /shop/*. Toutes les pages sans indication.',
  },
  'appearance.opening_hours': {
    label: 'Heures d’ouverture',
    hint: 'Quand des humains répondent, à l’heure de l’organisation : 09:00-12:00, 13:00-18:00. Les visiteurs lisent, à leur heure, jusqu’à quand quelqu’un est là, ou à partir de quand. Sans heures, rien n’est dit.',
  },
  allowed_origins: {
    label: 'Sites qui peuvent le montrer',
    hint: 'Un par ligne : https://shop.example, ou https://*.shop.example pour le niveau en dessous.',
  },
  require_origin: {
    label: 'Refuser les appelants qui ne sont pas une page web',
    hint: 'Ils n’envoient pas d’Origin. Un de vos serveurs serait refusé aussi.',
  },
  flow: {
    label: 'Parcours',
    hint: 'Ce que suit une conversation. Seuls les parcours publiés peuvent être choisis.',
  },
  idle_minutes: {
    label: 'Minutes avant qu’une conversation silencieuse se termine',
    hint: '1 440, un jour, sauf indication contraire.',
  },
  session_limit_per_minute: {
    label: 'Messages d’un visiteur par minute',
    hint: '30 sauf indication contraire, 300 au plus.',
  },
  new_sessions_per_address: {
    label: 'Nouveaux visiteurs d’une adresse par minute',
    hint: '60 sauf indication contraire ; 0 en accepte autant qu’il en vient. Beaucoup de gens peuvent partager une adresse.',
  },
  require_identity: {
    label: 'Refuser les visiteurs dont votre site ne se porte pas garant',
    hint: 'Votre serveur signe un jeton pour chacun d’eux.',
  },
  identity_secret: {
    label: 'Secret qui signe les jetons des visiteurs',
    hint: 'Son nom. La valeur n’est jamais montrée ici.',
  },
  signing_secret: {
    label: 'Secret qui signe les requêtes',
    hint: 'Son nom. Avec lui chaque requête doit être signée, ce qu’une page web ne peut pas faire.',
  },
  signature_version: {
    label: 'Ce qui est signé',
    hint: 'L’ancienne signature peut être renvoyée par quiconque la voit.',
  },
};
