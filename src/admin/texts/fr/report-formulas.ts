import type { ReportTexts } from '../shape.ts';

/** Comment chaque chiffre est compté. @see handoff.md 6.4 */
export const formulas: ReportTexts['how'] = {
  conversations:
    'Une conversation est un passage : du message qui commence un parcours jusqu’à ce qu’il soit terminé, échoué ou expiré. Elle compte le jour où elle a commencé.',
  visitors:
    'Personnes différentes par canal et identifiant, chacune une fois sur toute la période. Jusqu’à quelques centaines elles sont comptées, au-delà estimées : deux fois sur trois à 1,6 % près. Qui est effacé compte encore.',
  outcomes:
    'Chaque conversation terminée compte une fois, dans cet ordre : transmise (un humain a été demandé), échouée, abandonnée (expirée pendant que le parcours attendait le visiteur), parcours seul (terminée). Ensemble elles font 100 % ; celles en cours sont à côté.',
  shares:
    'Transmises, échouées, abandonnées et parcours seul, chacune divisée par les conversations terminées. Un jour avec moins de 20 est un vide : trop peu pour juger.',
  flowAlone: 'Terminées sans humain, divisées par les terminées.',
  handedOver: 'Au moins un humain demandé, divisé par les terminées.',
  abandoned:
    'Expirées pendant que le parcours attendait le visiteur, sans humain, divisées par les terminées.',
  failed: 'Finies par une erreur, sans humain, divisées par les terminées.',
  contained:
    'Ni transmises ni échouées, divisées par les terminées. Celles qui ont abandonné en font partie.',
  resolvedAssumed:
    'Terminées, et le même visiteur n’est pas revenu sur ce canal en 72 heures ni n’a dit non, divisées par les terminées. Définitif après 72 heures.',
  firstReply:
    'De l’arrivée du premier message à la première réponse établie : la moitié est plus rapide que la médiane.',
  turnTime: 'De l’arrivée d’un message à son tour établi.',
  failedTurns: 'Tours en erreur, divisés par tous les tours.',
  undelivered: 'Réponses que le fournisseur n’a pas pu remettre, divisées par les envoyées.',
  messages:
    'Ce que visiteurs, bot et humains ont écrit ; une double remise compte une fois, notes et accusés jamais.',
  busiest: 'Conversations par jour de la semaine et heure de début.',
  channels:
    'Conversations commencées sur chaque canal, et la part des terminées que le parcours a menée seul à bien.',
  funnel:
    'Atteinte : conversations où l’étape a commencé au moins une fois ; les boucles comptent une fois. Partis ici : conversations expirées dont c’est la dernière étape. Part : partis divisés par atteinte.',
  versions:
    'Parts des conversations terminées de chaque version, leur différence, et où elle se situe avec 95 % de certitude. En dessous de 100 terminées pour l’une, on ne juge pas.',
  waited: 'Prise moins demande, selon l’heure de la demande. La ligne pointillée est l’objectif.',
  waitedInside:
    'Prise moins demande, sans le temps hors des heures d’ouverture de l’étape qui a demandé. Une étape sans heures est toujours ouverte.',
  longest:
    'Demandées dans cette période, ni prises ni terminées. L’attente la plus longue est celle de cet instant, quelle que soit l’heure de la demande.',
  queues: 'Par file où un humain a été demandé, selon l’heure de la demande.',
  agents:
    'Par la dernière personne à l’avoir eue. Le temps de traitement est celui de l’écriture, cinq minutes au plus par message, divisé par les conversations qui ont reçu une réponse.',
  serviceLevel:
    'Prises dans l’objectif, divisées par prises, abandonnées après l’objectif et attendant encore au-delà.',
  satisfaction:
    'Réponses à la question qui mesure la satisfaction : satisfaits sont 4 et 5, divisés par toutes les réponses. À côté, combien des interrogés ont répondu.',
  nps: 'Part de 9 et 10 moins part de 0 à 6, de −100 à 100 ; à moins de 30 réponses ce n’est qu’un indice.',
  resolved: 'Oui, divisé par les réponses à la question qui demande si c’est résolu.',
  cost: 'Messages de visiteurs, fois ce qu’un coûte aux prix publics d’AWS. Sans les modèles, les fournisseurs de messagerie et la part fixe de l’installation.',
  refusals:
    'Requêtes des chats qui ont été refusées, par motif et par site demandeur. Qui ne fait que sonder compte ici, et non comme une conversation. Ces nombres sont un minimum : ce qu’une fonction a compté sans l’avoir encore écrit est perdu quand elle s’arrête.',
};
