import type { Channel } from '../../channels/channel-fields.ts';
import type { Texts } from '../shape.ts';

const testToHint =
  'Un numéro de téléphone avec son pays, chiffres seulement. Il doit vous avoir écrit dans les dernières 24 heures.';
const withoutToken = 'Sans lui, aucune réponse ne peut être envoyée.';

const webhook: Readonly<Record<Channel, readonly string[]>> = {
  chatapp: [
    'Dans la console développeur de Meta, ouvrez votre application, puis WhatsApp, puis Configuration.',
    'Collez l’adresse et le mot de vérification, et choisissez « Verify and save ».',
    'Abonnez-vous au champ « messages ». Il apporte les messages et les états de livraison.',
    'Envoyez un message à votre numéro, puis regardez de nouveau ici.',
  ],
  'chatapp-360': [
    'Dans le hub 360dialog, ouvrez votre numéro et définissez son adresse de webhook.',
    'Faites-lui envoyer l’en-tête D360-API-KEY avec la clé que vous avez définie sous Secrets.',
    'Envoyez un message à votre numéro, puis regardez de nouveau ici.',
  ],
  contactcenter: [
    'Dans votre centre de contact, ouvrez l’intégration open messaging et définissez son adresse sortante.',
    'Donnez-lui le nom d’utilisateur de l’étape 1 et le mot de passe de l’étape 2 comme authentification basic.',
    'Envoyez un message par elle, puis regardez de nouveau ici.',
  ],
};

const secrets: Texts['channels']['secrets'] = {
  app_secret: {
    name: 'Secret de l’application',
    where: {
      chatapp: 'Dans la console développeur de Meta, sous App settings, Basic. Meta signe ses appels avec.',
    },
  },
  sending_token: {
    name: 'Jeton d’envoi',
    where: {
      chatapp: `Dans les paramètres professionnels de Meta, créez un utilisateur système, et pour lui un jeton avec whatsapp_business_messaging qui n’expire pas. ${withoutToken}`,
      'chatapp-360':
        'La clé API de votre numéro dans le hub 360dialog. Sans elle, aucune réponse ne peut être envoyée.',
      contactcenter: `Un jeton de l’API de messagerie de votre centre de contact. ${withoutToken}`,
    },
  },
  api_key: {
    name: 'Clé du webhook',
    where: { 'chatapp-360': 'Choisissez-en une longue et aléatoire. 360dialog l’envoie avec chaque appel.' },
  },
  hmac_secret: {
    name: 'Secret de signature',
    where: { 'chatapp-360': 'Seulement si 360dialog signe aussi vos appels.' },
  },
  password: {
    name: 'Mot de passe',
    where: {
      contactcenter: 'Choisissez-en un long et aléatoire. Le centre de contact se connecte avec.',
    },
  },
  signing_secret: {
    name: 'Secret de signature',
    where: {
      contactcenter:
        'Seulement si le centre répond à vos visiteurs : il signe avec ce qu’il dit lors d’un transfert, et vérifie ce qu’on lui dit.',
    },
  },
};

export const channels: Texts['channels'] = {
  title: 'Canaux',
  about: 'Les applications de chat et le centre de contact connectés, et comment va chacun.',
  none: 'Aucun canal pour l’instant. Connectez WhatsApp, 360dialog ou un centre de contact.',
  connect: 'Connecter un canal',
  connectTitle: (name) => `Connecter : ${name}`,
  names: {
    chatapp: 'WhatsApp',
    'chatapp-360': 'WhatsApp par 360dialog',
    contactcenter: 'Centre de contact',
  },
  needs: {
    chatapp:
      'Il vous faut une application avec WhatsApp dans la console développeur de Meta, et le numéro d’où elle envoie.',
    'chatapp-360': 'Il vous faut un numéro chez 360dialog et sa clé API.',
    contactcenter:
      'Il vous faut une intégration open messaging, et les adresses d’où appelle votre centre de contact.',
  },
  account: 'Compte',
  provider: 'Fournisseur',
  flow: 'Parcours',
  state: 'État',
  unfinished: 'Configuration inachevée : il manque un secret',
  neverCalled: 'Le fournisseur n’a pas encore appelé',
  lastAccepted: (when) => `Dernier appel accepté : ${when}`,
  lastRefused: (when) => `Dernier appel refusé : ${when}.`,
  refusals: {
    invalid_signature: 'La signature ne correspond pas au secret.',
    invalid_credentials: 'La clé ou le mot de passe n’est pas celui qui est défini.',
    address_not_allowed: 'Il venait d’une adresse qui ne peut pas appeler.',
    rate_limited: 'Trop de mots de passe faux sont venus d’une même adresse.',
    tenant_not_found: 'L’organisation est suspendue.',
    invalid_body: 'Son contenu n’est pas ce que le fournisseur envoie d’habitude.',
  },
  sending: {
    open: 'L’envoi fonctionne.',
    paused: 'L’envoi est en pause pour un moment.',
    held: 'L’envoi est retenu jusqu’à ce que quelqu’un y remédie.',
  },
  until: (when) => `Nouvel essai au plus tard à ${when}.`,
  waiting: (count) => `Conversations dont les réponses attendent : ${count}`,
  resume: 'Reprendre l’envoi',
  id: {
    label: 'Nom du compte',
    hint: 'Lettres, chiffres et traits d’union, pour vous-mêmes. Il ne peut plus être changé ensuite.',
  },
  fields: {
    phone_number_id: {
      label: 'Identifiant du numéro de téléphone',
      hint: 'Dans la console développeur de Meta, sous WhatsApp, API setup. Ce n’est pas le numéro lui-même.',
    },
    waba_id: {
      label: 'Identifiant du compte WhatsApp Business, si vous voulez',
      hint: 'Sur la même page. Les appels qui ne nomment aucun numéro sont acceptés grâce à lui.',
    },
    username: {
      label: 'Nom d’utilisateur',
      hint: 'Choisissez-en un. Le centre de contact se connecte avec.',
    },
    allowed_networks: {
      label: 'Adresses qui peuvent appeler',
      hint: 'Un réseau par ligne, par exemple 203.0.113.0/24.',
    },
    list_button: {
      label: 'Bouton qui ouvre une liste de choix, si vous voulez',
      hint: '« Menu » sauf indication contraire ; 20 caractères au plus.',
    },
    idle_minutes: {
      label: 'Minutes avant qu’une conversation silencieuse se termine, si vous voulez',
      hint: '1 440, un jour, sauf indication contraire.',
    },
    base_url: {
      label: 'Adresse du fournisseur, si vous voulez',
      hint: 'Seulement si ce n’est pas l’habituelle : une adresse régionale, celle de votre centre de contact, ou un simulateur.',
    },
  },
  createAndGoOn: 'Créer et continuer',
  save: 'Enregistrer',
  back: 'Retour aux canaux',
  setUp: 'Configuration',
  steps: { account: 'Compte', secrets: 'Secrets', webhook: 'Webhook', test: 'Essai' },
  goOn: (step) => `Continuer : ${step}`,
  secretsWhat:
    'Ce qui est défini ici n’est plus jamais montré à personne. Ce que vous saisissez n’est gardé qu’une fois défini.',
  secrets,
  webhook,
  webhookAddress: 'Adresse à enregistrer',
  verifyWord: 'Mot de vérification',
  noCall: 'Aucun appel du fournisseur n’est encore venu.',
  lookAgain: 'Regarder de nouveau',
  testTo: 'À',
  testToHint: {
    chatapp: testToHint,
    'chatapp-360': testToHint,
    contactcenter: 'L’identifiant d’une personne, tel que votre centre de contact la connaît.',
  },
  testText: 'Texte, si vous voulez',
  testTextHint: '« This is a test message. » sauf indication contraire.',
  testSend: 'Envoyer un message d’essai',
  outcomes: {
    sent: 'Le fournisseur a accepté le message.',
    refused: 'Le fournisseur ne l’a pas accepté.',
    unconfirmed: 'Le fournisseur n’a pas répondu comme d’habitude. Il a peut-être accepté le message.',
  },
  remove: {
    open: 'Supprimer…',
    title: (account) => `Supprimer ${account} ?`,
    what: 'Les appels du fournisseur sont refusés dès maintenant, et rien n’est plus envoyé. Ses secrets disparaissent aussi. Cela ne peut pas être annulé.',
    type: (account) => `Saisissez ${account} pour supprimer`,
    button: 'Supprimer',
  },
};
