import type { Texts } from '../shape.ts';

const fields: Texts['widgets']['fields'] = {
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

export const widgets: Texts['widgets'] = {
  title: 'Widgets',
  about: 'Un widget est un chat sur un site web.',
  none: 'Aucun widget pour l’instant. Un widget est un chat sur un site web.',
  name: 'Widget',
  runs: 'Parcours',
  sites: 'Sites',
  noSites: 'sur aucun site pour l’instant',
  isDefault: 'par défaut',
  changedBy: (who, when) => `Modifié par ${who}, ${when}`,
  fromFiles: 'Tel que la ligne de commande l’a écrit.',
  create: {
    open: 'Nouveau widget…',
    title: 'Nouveau widget',
    id: 'Nom',
    hint: 'Lettres, chiffres et traits d’union. Il figure dans le code de vos pages et ne peut plus être changé ensuite.',
    button: 'Créer',
  },
  settings: 'Réglages',
  tabs: {
    look: 'Apparence',
    sites: 'Sites',
    flow: 'Parcours',
    limits: 'Limites',
    identity: 'Identité',
    secrets: 'Secrets',
    code: 'Code',
  },
  fields,
  choices: {
    small: 'petite',
    medium: 'moyenne',
    large: 'grande',
    round: 'rond',
    label: 'avec des mots',
    hidden: 'masqué',
    left: 'gauche',
    right: 'droite',
    1: 'heure, chemin et contenu',
    0: 'l’ancienne aussi',
  },
  unsaid: 'non choisi',
  wrong: {
    path: 'Un chemin commence par /, par exemple /shop/*.',
    font: 'Écrivez des noms de polices, par exemple Inter, sans-serif.',
    text: 'Ceci ne peut pas être vide.',
    lines: 'Une ligne n’est pas l’adresse d’un site. Écrivez https://shop.example, sans chemin.',
    texts: 'Six lignes au plus, de 80 caractères chacune.',
    colour: 'Écrivez # et six chiffres, par exemple #0b5fff.',
    number: (min, max) =>
      max === undefined ? `Un nombre entier, au moins ${min}.` : `Un nombre entier de ${min} à ${max}.`,
  },
  refused: {
    title: 'Refusés récemment',
    what: 'Des sites qui ont voulu montrer ce widget et ont été refusés. N’autorisez que ceux que vous connaissez.',
    none: 'Aucun autre site n’a essayé de le montrer récemment.',
    count: (count, when) => (count === 1 ? `une fois, ${when}` : `${count} fois, la dernière ${when}`),
    allow: 'Autoriser',
    allowOne: (site) => `Autoriser ${site}`,
  },
  secretsWhat: 'Les valeurs vont dans un seul sens : elles sont gardées, et jamais remontrées.',
  secrets: {
    signing_secret: {
      name: 'Secret de signature',
      where:
        'Votre serveur signe chaque requête avec lui. Dès la première, les requêtes sans signature sont refusées.',
    },
    identity_secret: {
      name: 'Secret d’identité',
      where: 'Votre serveur signe avec lui un jeton pour chaque visiteur, qui prouve qui il est.',
    },
  },
  contrast: (ratio) =>
    `Sur du blanc, un texte de cette couleur a un contraste de ${ratio} : 1, et il faut 4,5 : 1 pour bien le lire. Le widget écrit dans une teinte plus foncée.`,
  looksOnly: (role) =>
    `Votre rôle, ${role}, ne peut pas changer ce qui protège un widget. Les administrateurs le peuvent.`,
  viewOnly: (role) => `Votre rôle, ${role}, ne peut pas modifier les widgets. Les éditeurs le peuvent.`,
  save: 'Enregistrer',
  discard: 'Abandonner les modifications',
  unsaved: 'Pas encore enregistré. Gardé dans cet onglet.',
  saved: (widget) => `${widget} est enregistré. Les pages le montrent en moins de cinq minutes.`,
  preview: {
    title: 'Aperçu',
    what: 'Le vrai widget, pendant que vous écrivez. Il répond seul et ne garde rien.',
    answer: 'Ceci est un aperçu. Rien n’est envoyé.',
    desk: 'Ordinateur',
    phone: 'Téléphone',
    light: 'Clair',
    dark: 'Sombre',
  },
  code: {
    what: 'Mettez cette ligne sur chaque page qui doit montrer le chat. Il ne faut rien de plus.',
    copy: 'Copier la ligne',
    copied: 'Copiée',
    noSites: 'Aucun site ne peut encore le montrer. Ajoutez le vôtre sous Sites.',
    signed: 'Ce widget exige des requêtes signées : les pages ne peuvent pas l’utiliser, les serveurs oui.',
  },
  conflict: {
    title: 'Modifié pendant que vous y travailliez',
    who: (who) => `${who} a modifié ce widget pendant que vous y travailliez. Choisissez ce qui reste.`,
    theirs: 'L’autre',
    mine: 'Le vôtre',
    field: 'Champ',
    nothing: 'rien',
    keepMine: 'Enregistrer le vôtre',
    keepTheirs: 'Garder l’autre',
    same: 'L’autre et le vôtre sont maintenant pareils.',
  },
  remove: {
    open: 'Supprimer…',
    isDefault: (tenant) =>
      `Ce widget est celui par défaut de ${tenant}. Il faut d’abord en choisir un autre ; un exploitant s’en charge.`,
    title: (widget) => `Supprimer ${widget} ?`,
    what: 'Les pages qui le montrent refusent désormais les visiteurs. Les conversations sont conservées. Cela ne peut pas être annulé.',
    type: (widget) => `Saisissez ${widget} pour supprimer`,
    button: 'Supprimer',
  },
};
