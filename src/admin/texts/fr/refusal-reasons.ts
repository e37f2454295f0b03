import type { ReportTexts } from '../shape.ts';

/** Pourquoi des requêtes de visiteurs sont refusées, d’après le mot du service. */
export const refusalReasons: ReportTexts['refusals'] = {
  sites: {
    none: 'Aucun site (un programme)',
    unreadable: 'Adresse non valable',
    others: 'Autres sites',
  },
  reasons: {
    origin_not_allowed: 'Le site ne peut pas montrer le widget',
    rate_limited: 'Trop de messages par minute',
    too_many_new_sessions: 'Trop de nouveaux visiteurs d’une même adresse',
    too_many_waiting: 'Trop de messages attendent encore une réponse',
    invalid_body: 'Le contenu n’est pas valable',
    invalid_header: 'Un en-tête n’est pas valable',
    missing_header: 'Un en-tête manque',
    invalid_parameter: 'Un paramètre n’est pas valable',
    invalid_signature: 'La signature ne correspond pas',
    invalid_visitor_token: 'Le jeton du visiteur n’est pas valable',
    visitor_token_expired: 'Le jeton du visiteur a expiré',
    widget_not_found: 'Ce widget n’existe pas',
    conversation_not_found: 'Cette conversation n’existe pas',
    route_not_found: 'Il n’y a rien à cette adresse',
    method_not_allowed: 'L’adresse n’accepte pas cette méthode',
    idempotency_conflict: 'La clé a servi pour un autre contenu',
    request_in_progress: 'Le même message est encore en traitement',
    body_too_large: 'Le message est trop grand',
    unsupported_media_type: 'Le contenu n’est pas du JSON',
    uploads_not_allowed: 'Les fichiers ne sont pas autorisés',
    file_type_not_allowed: 'Ce type de fichier n’est pas autorisé',
    file_too_large: 'Le fichier est trop grand',
    too_many_uploads: 'Trop de fichiers',
    file_not_found: 'Ce fichier n’existe pas',
    file_pending: 'Le fichier n’est pas encore vérifié',
    file_rejected: 'Le fichier a été rejeté',
  },
};
