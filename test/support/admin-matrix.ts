/**
 * What each role may do, written by hand from the spec's roles and design 9; nothing here is computed from the code.
 * V viewer, E editor, A admin, S super-admin: those who are let in, in their own tenant. Everybody else is refused.
 */
export const matrix = `
GET    /flows                                          V E A S
POST   /flows                                            E A S
GET    /flows/{flowId}                                 V E A S
DELETE /flows/{flowId}                                   E A S
GET    /flows/{flowId}/draft                           V E A S
PUT    /flows/{flowId}/draft                             E A S
POST   /flows/{flowId}/draft/validate                    E A S
POST   /flows/{flowId}/draft/test                        E A S
POST   /flows/{flowId}/draft/replay                      E A S
GET    /flows/{flowId}/versions                        V E A S
GET    /flows/{flowId}/versions/{version}              V E A S
POST   /flows/{flowId}/editors                           E A S
GET    /flows/{flowId}/test-links                        E A S
POST   /flows/{flowId}/test-links                        E A S
DELETE /flows/{flowId}/test-links/{linkId}               E A S
POST   /flows/{flowId}/publish                             A S
POST   /flows/{flowId}/rollback                            A S
POST   /flows/{flowId}/canary                              A S
GET    /widgets                                        V E A S
GET    /widgets/{widgetId}                             V E A S
PUT    /widgets/{widgetId}                               E A S
DELETE /widgets/{widgetId}                               E A S
PUT    /widgets/{widgetId}/secrets/{role}                  A S
DELETE /widgets/{widgetId}/secrets/{role}                  A S
DELETE /widgets/{widgetId}/secrets/{role}/previous         A S
GET    /channels                                           A S
GET    /channels/{channel}/{accountId}                     A S
PUT    /channels/{channel}/{accountId}                     A S
DELETE /channels/{channel}/{accountId}                     A S
PUT    /channels/{channel}/{accountId}/secrets/{role}      A S
DELETE /channels/{channel}/{accountId}/secrets/{role}      A S
DELETE /channels/{channel}/{accountId}/secrets/{role}/previous A S
POST   /channels/{channel}/{accountId}/test-message        A S
POST   /channels/{channel}/{accountId}/resume              A S
GET    /conversations                                    E A S
GET    /search                                           E A S
GET    /reports/figures                                V E A S
GET    /reports/steps                                  V E A S
GET    /reports/versions                               V E A S
GET    /reports/refusals                               V E A S
GET    /reports/labels                                 V E A S
GET    /conversations/{conversationId}                   E A S
GET    /conversations/{conversationId}/messages          E A S
GET    /conversations/{conversationId}/messages/{messageId}/trace E A S
GET    /tenants                                              S
POST   /tenants                                              S
GET    /tenants/{tenantId}                                   S
PATCH  /tenants/{tenantId}                                   S
POST   /tenants/{tenantId}/suspend                           S
POST   /tenants/{tenantId}/resume                            S
GET    /users                                              A S
POST   /users                                              A S
GET    /users/{userId}                                     A S
PATCH  /users/{userId}                                     A S
DELETE /users/{userId}                                     A S
POST   /users/{userId}/reset-password                      A S
POST   /users/{userId}/reset-mfa                           A S
POST   /users/{userId}/sign-out                            A S
GET    /contacts                                         E A S
POST   /contacts                                         E A S
GET    /contacts/{contactId}                             E A S
PATCH  /contacts/{contactId}                             E A S
GET    /contacts/{contactId}/conversations               E A S
GET    /contacts/{contactId}/export                        A S
DELETE /contacts/{contactId}                               A S
GET    /people/{channel}/{userId}/export                   A S
DELETE /people/{channel}/{userId}                          A S
GET    /admins                                         V E A S
GET    /flow-resources                                   E A S
GET    /handoffs                                         E A S
GET    /channels/{channel}/{accountId}/templates         E A S
GET    /handoffs/colleagues                              E A S
GET    /conversations/{conversationId}/handoff           E A S
POST   /conversations/{conversationId}/handoff/take      E A S
POST   /conversations/{conversationId}/handoff/reply     E A S
POST   /conversations/{conversationId}/handoff/files     E A S
GET    /conversations/{conversationId}/handoff/files/{fileId} E A S
GET    /inbox                                            E A S
POST   /conversations/{conversationId}/handoff/note      E A S
POST   /conversations/{conversationId}/handoff/typing    E A S
POST   /conversations/{conversationId}/handoff/assign    E A S
POST   /conversations/{conversationId}/handoff/return    E A S
POST   /conversations/{conversationId}/handoff/close     E A S
GET    /handoff-settings                                   A S
PUT    /handoff-settings                                   A S
GET    /labels                                           E A S
PUT    /labels                                             A S
POST   /conversations/{conversationId}/triage            E A S
GET    /service-keys                                       A S
POST   /service-keys                                       A S
DELETE /service-keys/{keyId}                               A S
GET    /audit                                              A S
GET    /texts                                            E A S
POST   /texts                                            E A S
PUT    /texts/{textId}                                   E A S
DELETE /texts/{textId}                                   E A S
`;
