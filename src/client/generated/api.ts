// Made by `npm run documents` of the OpenAPI document.
export interface paths {
    "/v1/webchat/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a visitor’s message and get the flow’s replies
         * @description The body is Form A, the widget’s, or Form B, a REST client’s; the answer has the same form. 200 has the replies; 202 says that they are late: long-poll after `after`. A repeat with the same idempotency key and body runs nothing twice and is answered alike, with `Idempotent-Replayed: true`.
         */
        post: operations["post-webchat-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webchat/conversations/{conversationId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the messages after one that you have, and wait for the first
         * @description At most 50 messages; waits up to 25 s while there is none, unless `wait=0`. `next` says when to ask again: `now`, a time, or null when nothing comes without the visitor’s doing. With `handoffTag`, the tag of the last answer’s `handoff` (empty for none), a change of that answers, too.
         */
        get: operations["poll-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webchat/conversations/{conversationId}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show humans that the visitor is typing
         * @description Agents see it for six seconds; send it again while the visitor goes on typing.
         */
        post: operations["tell-visitor-types"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webchat/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where to send a visitor’s file
         * @description Send the file to `upload.url` as a form with `upload.fields` and, last, `file`. Then ask what became of it, and name its id in a message.
         */
        post: operations["request-upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webchat/uploads/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what became of an upload
         * @description `pending` until its first bytes have been looked at, then `available`, or `rejected` with a reason.
         */
        get: operations["read-upload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webchat/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a widget looks
         * @description Any page may ask. Only this answer tells a page that it may not show the widget.
         */
        get: operations["read-widget-settings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/chatapp-a": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answer WhatsApp’s question whether this address is meant
         * @description The challenge is answered as text where the verify token is one of the gateway’s, and refused with 403 otherwise.
         */
        get: operations["subscribe-webhook"];
        put?: never;
        /**
         * Take what a provider tells
         * @description Verified by the account’s credentials, queued, and answered at once; what is in it is worked on later, each of a conversation in order. A repeat is harmless: a message runs once, by its provider’s id.
         */
        post: operations["accept-webhook-chatapp-a"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/chatapp-b": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what a provider tells
         * @description Verified by the account’s credentials, queued, and answered at once; what is in it is worked on later, each of a conversation in order. A repeat is harmless: a message runs once, by its provider’s id.
         */
        post: operations["accept-webhook-chatapp-b"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/contactcenter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what a provider tells
         * @description Verified by the account’s credentials, queued, and answered at once; what is in it is worked on later, each of a conversation in order. A repeat is harmless: a message runs once, by its provider’s id.
         */
        post: operations["accept-webhook-contactcenter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is signed in, and what they may do
         * @description Tenant, role and features as they hold now: the token may be older. Only access tokens are taken.
         */
        get: operations["read-session"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the flows
         * @description By their ids, each with what is live and how many problems its draft has.
         */
        get: operations["list-flows"];
        put?: never;
        /**
         * Create a flow with a draft
         * @description Visitors meet nothing of it before it is published. A draft may hold problems.
         */
        post: operations["create-flow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what is live of a flow, and what uses it
         * @description The live version, a gradual rollout and how it does, and the widgets, accounts and flows that use it.
         */
        get: operations["read-flow"];
        put?: never;
        post?: never;
        /**
         * Delete a flow that nothing uses
         * @description What is in use is refused with 409 and the list of its users. Versions stay for conversations that run on them.
         */
        delete: operations["delete-flow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a flow’s draft
         * @description Definition, layout and scripted conversations as they were saved last, or the live version where there is no draft.
         */
        get: operations["read-draft"];
        /**
         * Save a flow’s draft
         * @description A draft may hold anything; visitors meet nothing of it before it is published.
         */
        put: operations["save-draft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/draft/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a draft and play its scripted conversations
         * @description Answers the problems that keep it from being published, warnings, and what each scripted conversation came to.
         */
        post: operations["validate-draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/draft/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Talk with a draft
         * @description The real engine; answers from outside are played, nothing is sent or stored.
         */
        post: operations["test-draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/draft/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play conversations against a draft, and see what it says otherwise
         * @description Scripted conversations, or recorded ones by their ids; outside calls are answered from the recording. Nothing is stored.
         */
        post: operations["replay-draft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published versions of a flow
         * @description The latest first, each with its note and who published it.
         */
        get: operations["list-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a published version
         * @description A version never changes after it was published.
         */
        get: operations["read-version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the draft, to everybody or to a share of new conversations
         * @description The draft is validated and its scripted conversations are played first; 422 lists what speaks against it. With `canaryPercent` only that share of new conversations gets the new version.
         */
        post: operations["publish-flow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an earlier version live again
         * @description New conversations get the earlier version from then on; running ones keep theirs.
         */
        post: operations["roll-back-flow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/flows/{flowId}/canary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote or cancel a canary
         * @description `promote` gives the new version to all new conversations, `cancel` to none.
         */
        post: operations["end-canary"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/widgets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the widgets
         * @description By their ids, each with the state of its secrets; values are never answered.
         */
        get: operations["list-widgets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/widgets/{widgetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a widget, and the sites that it refused of late
         * @description With the sites that it refused lately, so that an admin can allow one.
         */
        get: operations["read-widget"];
        /**
         * Create or change a widget
         * @description `If-None-Match: *` creates, `If-Match` changes. Origins, limits, `require_…` and secrets take `channels:configure`, and so does creating a widget again that was deleted with one of these.
         */
        put: operations["save-widget"];
        post?: never;
        /**
         * Delete a widget
         * @description The tenant’s default widget can’t be deleted. One with origins, limits, `require_…` or secrets takes `channels:configure`.
         */
        delete: operations["delete-widget"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/widgets/{widgetId}/secrets/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a widget’s secret
         * @description It is never read again. The one before goes on verifying until its overlap is ended.
         */
        put: operations["set-widget-secret"];
        post?: never;
        /**
         * Delete a widget’s secret
         * @description Takes its former value away, too. Without a signing secret unsigned messages are accepted again.
         */
        delete: operations["delete-widget-secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/widgets/{widgetId}/secrets/{role}/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Have a widget’s former secret verify no more
         * @description After a rotation the former value is accepted until then.
         */
        delete: operations["end-widget-overlap"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the channel accounts
         * @description By channel and id, each with its health and how many conversations wait for it.
         */
        get: operations["list-channels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels/{channel}/{accountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a channel account, and how it fares
         * @description With the webhook address and verify token to register at the provider, and its last accepted and refused call.
         */
        get: operations["read-channel"];
        /**
         * Create or change a channel account
         * @description `If-None-Match: *` creates, `If-Match` changes. Secrets are set by routes of their own. `base_url` can’t move to another host while a sending token is set.
         */
        put: operations["save-channel"];
        post?: never;
        /**
         * Delete a channel account
         * @description Its secrets go with it, but for those that another account or widget has, too.
         */
        delete: operations["delete-channel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels/{channel}/{accountId}/secrets/{role}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a secret of a channel account
         * @description It is never read again. One that verifies goes on doing so until its overlap is ended.
         */
        put: operations["set-channel-secret"];
        post?: never;
        /**
         * Delete a secret of a channel account
         * @description Takes its former value away, too. An account without a required secret accepts or sends nothing.
         */
        delete: operations["delete-channel-secret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels/{channel}/{accountId}/secrets/{role}/previous": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Have a former secret of a channel account verify no more
         * @description After a rotation the former value is accepted until then.
         */
        delete: operations["end-secret-overlap"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels/{channel}/{accountId}/test-message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one message at once
         * @description Also while the account is held. It says whether the provider took it, and why not.
         */
        post: operations["send-test-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels/{channel}/{accountId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have an account send again that is held
         * @description What waits is sent within a minute. Resuming an account that is not held changes nothing.
         */
        post: operations["resume-channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find conversations
         * @description Each by its latest run, the latest first. A page may be short, or empty, and still lead to another.
         */
        get: operations["list-conversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read figures of a range of days
         * @description Runs by the day on which they began, handoffs by that on which a human was asked for, on the tenant’s clocks. As a table with `Accept: text/csv`.
         */
        get: operations["read-figures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See where people leave a flow
         * @description How many runs reached each step and left there, over a range of days.
         */
        get: operations["read-steps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a flow
         * @description Differences of their figures with confidence intervals, over a range of days.
         */
        get: operations["compare-versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/reports/refusals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See which requests of visitors were refused
         * @description By the code of the problem and the site that was told it, the most frequent first. At least so many: what a function has not written when it ends is not among them. As a table with `Accept: text/csv`.
         */
        get: operations["read-refusals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a conversation stands
         * @description Status, flow position, variables, visitor and handoff as they are now.
         */
        get: operations["read-conversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation’s messages, and whether each reply has arrived
         * @description The oldest first; `after` goes on behind a message that you have.
         */
        get: operations["list-messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/messages/{messageId}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See why a message was answered as it was
         * @description Steps, branches and outside calls of the turn, its events, and what became of each reply.
         */
        get: operations["trace-message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the tenants
         * @description By their ids; super-admins only.
         */
        get: operations["list-tenants"];
        put?: never;
        /**
         * Create a tenant
         * @description It is served at once, unless `status` says `suspended`. Its first admin is invited apart.
         */
        post: operations["create-tenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/tenants/{tenantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tenant
         * @description Limits, features, retention, queues and who changed it last; super-admins only.
         */
        get: operations["read-tenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a tenant
         * @description What is left out stays; null takes away what a tenant may be without.
         */
        patch: operations["change-tenant"];
        trace?: never;
    };
    "/v1/admin/tenants/{tenantId}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a tenant: nobody can write to it, and nothing is sent
         * @description What was accepted waits until the tenant is resumed. Its people can’t sign in.
         */
        post: operations["suspend-tenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/tenants/{tenantId}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a suspended tenant go on
         * @description What has waited goes on within a few minutes.
         */
        post: operations["resume-tenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/handoff-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the tenant’s people answer visitors
         * @description Queues, texts and times, and which live flow names which queue.
         */
        get: operations["read-handoff-settings"];
        /**
         * Change queues, and how the tenant’s people answer visitors
         * @description What is left out is set no more. A queue that a live flow names can’t be removed.
         */
        put: operations["change-handoff-settings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/service-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the service keys, and when each was last used
         * @description Names, capabilities and when each was last used; the keys themselves are never answered again.
         */
        get: operations["list-service-keys"];
        put?: never;
        /**
         * Make a service key
         * @description `key` is told once: a repeat has null there.
         */
        post: operations["create-service-key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/service-keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a service key
         * @description It is refused within half a minute.
         */
        delete: operations["revoke-service-key"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/admins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whom to ask
         * @description Names of the tenant’s admins, for those who may not do something themselves.
         */
        get: operations["list-admins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who changed what
         * @description The latest first, filtered by user, action, resource and time. Entries are kept for 400 days.
         */
        get: operations["list-audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/texts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the saved replies
         * @description Of the whole tenant, by the time they were made.
         */
        get: operations["list-saved-replies"];
        put?: never;
        /**
         * Save a reply to say again
         * @description `{{ name }}` in it is filled when it is sent. A tenant has 500 at most.
         */
        post: operations["create-saved-reply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/texts/{textId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a saved reply
         * @description For everybody in the tenant; `If-Match` carries the ETag of what was read.
         */
        put: operations["change-saved-reply"];
        post?: never;
        /**
         * Delete a saved reply
         * @description For everybody in the tenant; `If-Match` carries the ETag of what was read.
         */
        delete: operations["delete-saved-reply"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who may sign in
         * @description Of the tenant, by their ids, with role, status and whether a second factor is set up.
         */
        get: operations["list-users"];
        put?: never;
        /**
         * Invite somebody
         * @description They are sent a temporary password by e-mail. Nobody invites to a role above their own.
         */
        post: operations["invite-user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description As the user pool has them at this moment.
         */
        get: operations["read-user"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Their access ends within a minute. Nobody deletes themselves, or the last admin.
         */
        delete: operations["delete-user"];
        options?: never;
        head?: never;
        /**
         * Change a user’s role, disable or enable them
         * @description A lower role or `disabled` holds within a minute. Nobody changes their own, or removes the last admin.
         */
        patch: operations["change-user"];
        trace?: never;
    };
    "/v1/admin/users/{userId}/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a user a code for a new password
         * @description A user who has not signed in yet is invited again.
         */
        post: operations["reset-password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{userId}/reset-mfa": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forget a user’s second factor
         * @description They set up another one at their next sign-in, where the stage asks for it.
         */
        post: operations["reset-mfa"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/users/{userId}/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End every sign-in of a user
         * @description Tokens that they hold are refused within a minute; one’s own, too.
         */
        post: operations["sign-out-user"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/people/{channel}/{userId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read everything that is kept of a visitor
         * @description Page by page, with a `cursor` while there is more: conversations, messages, files and identities of a visitor on a channel.
         */
        get: operations["export-person"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/people/{channel}/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Erase everything that is kept of a visitor
         * @description 202 while there is more to erase: ask again until it is 200. Counts of reports and an audit entry stay.
         */
        delete: operations["erase-person"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/handoffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who waits for a human, or is with one
         * @description The oldest first, filtered by state and queue.
         */
        get: operations["list-handoffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/channels/{channel}/{accountId}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages that WhatsApp has approved for an account
         * @description As the provider last told them; `search` looks at their names.
         */
        get: operations["list-templates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/handoffs/colleagues": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See whom a conversation may be given to
         * @description Those who are there first, each with how many conversations they have.
         */
        get: operations["list-colleagues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation’s handoff
         * @description Who has it, since when, what the flow shares, and the steps that it may return to. Null when no human is asked for.
         */
        get: operations["read-handoff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a conversation
         * @description `{"takeOver": true}` takes one where nobody has asked for a human; it needs no `If-Match`.
         */
        post: operations["take-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer the visitor
         * @description A text, a saved reply or an approved template, with files. Who answers what nobody has taken takes it.
         */
        post: operations["reply-to-visitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where to send a file for the visitor
         * @description As visitors do; then name its id in `files` of a reply.
         */
        post: operations["request-desk-upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what became of a file for the visitor
         * @description `pending` until its first bytes have been looked at, then `available`, or `rejected` with a reason.
         */
        get: operations["read-desk-upload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a note that no visitor sees
         * @description Colleagues who are mentioned see it in their inbox.
         */
        post: operations["note-for-colleagues"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the visitor that somebody is typing, or has read what they wrote
         * @description The visitor sees it for six seconds on web chat, and where the provider can show it.
         */
        post: operations["tell-typing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a conversation to a colleague or a queue
         * @description A colleague has two minutes to take it before others may; a queue puts it back in line.
         */
        post: operations["assign-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a conversation back to its flow
         * @description The flow goes on at the named step, or by its own path, or begins a new run on the published version.
         */
        post: operations["return-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/conversations/{conversationId}/handoff/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a conversation, with a parting word if you like
         * @description The run is over. With `survey` the flow goes on at the step that asks for it.
         */
        post: operations["close-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/admin/inbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Wait for what changes at the desk
         * @description Waits up to 25 s. Keep the greatest `version` of each conversation; list anew on `reset`.
         */
        get: operations["poll-inbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/handoffs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who waits for a human, or is with one
         * @description The oldest first, filtered by state and queue.
         */
        get: operations["service-list-handoffs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation’s messages, and whether each reply has arrived
         * @description The oldest first; `after` goes on behind a message that you have.
         */
        get: operations["service-list-messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a conversation’s handoff
         * @description Who has it, since when, what the flow shares, and the steps that it may return to. Null when no human is asked for.
         */
        get: operations["service-read-handoff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a conversation
         * @description `{"takeOver": true}` takes one where nobody has asked for a human; it needs no `If-Match`.
         */
        post: operations["service-take-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answer the visitor
         * @description A text, a saved reply or an approved template, with files. Who answers what nobody has taken takes it.
         */
        post: operations["service-reply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a note that no visitor sees
         * @description Colleagues who are mentioned see it in their inbox.
         */
        post: operations["service-note"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show the visitor that somebody is typing, or has read what they wrote
         * @description The visitor sees it for six seconds on web chat, and where the provider can show it.
         */
        post: operations["service-tell-typing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a conversation to a colleague or a queue
         * @description A colleague has two minutes to take it before others may; a queue puts it back in line.
         */
        post: operations["service-assign-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/return": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a conversation back to its flow
         * @description The flow goes on at the named step, or by its own path, or begins a new run on the published version.
         */
        post: operations["service-return-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a conversation, with a parting word if you like
         * @description The run is over. With `survey` the flow goes on at the step that asks for it.
         */
        post: operations["service-close-handoff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where to send a file for the visitor
         * @description As visitors do; then name its id in `files` of a reply.
         */
        post: operations["service-request-upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/conversations/{conversationId}/handoff/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * See what became of a file for the visitor
         * @description `pending` until its first bytes have been looked at, then `available`, or `rejected` with a reason.
         */
        get: operations["service-read-upload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/service/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Speak first: in a conversation, or to a user of a channel
         * @description On WhatsApp a template, unless the user has written within a day.
         */
        post: operations["service-send-message"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Actor: {
            id: string;
            email: string | null;
        };
        AdminNames: {
            items: {
                name: string;
            }[];
        };
        AdminUser: {
            id: string;
            email: string;
            name: string | null;
            role: ("viewer" | "editor" | "admin" | "super-admin") | null;
            status: components["schemas"]["UserStatus"];
            hasSecondFactor: boolean;
            createdAt: string;
        };
        AgentName: {
            name: string;
            picture?: string;
        };
        /** @enum {string} */
        AnswerInput: "number" | "email" | "phone" | "date" | "time";
        AssignBody: {
            to: {
                user: string;
            } | {
                queue: components["schemas"]["Identifier"];
            };
            note?: string;
        };
        Attachment: {
            /** @enum {string} */
            type: "image" | "audio" | "video" | "document" | "sticker" | "location" | "contact";
            url?: components["schemas"]["WebAddress"];
            fileId?: components["schemas"]["FileId"];
            status?: components["schemas"]["FileStatus"];
            mediaId?: string;
            mimeType?: string;
            filename?: components["schemas"]["FileName"];
            sizeBytes?: number;
            sha256?: string;
            caption?: string;
            latitude?: number;
            longitude?: number;
            name?: string;
        };
        AuditEntry: {
            id: string;
            at: string;
            who: {
                id: string;
                email: string | null;
                /** @enum {string} */
                role: "viewer" | "editor" | "admin" | "super-admin" | "service";
                tenantId: string;
            };
            action: string;
            resource: {
                kind: string;
                id: string;
            };
            /** @enum {string} */
            outcome: "begun" | "done" | "failed";
            changes: {
                path: string;
                /** @description Any JSON value. */
                before: unknown;
                /** @description Any JSON value. */
                after: unknown;
            }[];
            note?: string;
            sourceIp: string;
            correlationId: string;
        };
        AuditPage: {
            items: components["schemas"]["AuditEntry"][];
            cursor: string | null;
        };
        /** @enum {string} */
        Author: "user" | "bot" | "agent";
        CanaryEnd: {
            /** @enum {string} */
            action: "promote" | "cancel";
        };
        CanaryVerdict: {
            version: number;
            /** @enum {string} */
            action: "promote" | "cancel";
            at: string;
            raised: {
                part: number;
                of: number;
            };
            against: {
                part: number;
                of: number;
            };
        };
        Card: {
            title: string;
            text?: string;
            markdown?: components["schemas"]["Markdown"];
            image?: components["schemas"]["WebAddress"];
            imageText?: string;
            buttons?: {
                label: string;
                value?: string;
                url?: components["schemas"]["WebAddress"];
            }[];
        };
        ChannelAccount: components["schemas"]["ChatappAccount"] | components["schemas"]["Chatapp360Account"] | components["schemas"]["ContactCenterAccount"];
        ChannelContent: {
            id: components["schemas"]["Identifier"];
            flow: string;
            idle_minutes?: number;
            base_url?: string;
            list_button?: string;
            sends_per_second?: number;
            /** @constant */
            channel: "chatapp";
            phone_number_id: string;
            waba_id?: string;
            secrets?: {
                app_secret: string;
                sending_token?: string;
            };
        } | {
            id: components["schemas"]["Identifier"];
            flow: string;
            idle_minutes?: number;
            base_url?: string;
            list_button?: string;
            sends_per_second?: number;
            /** @constant */
            channel: "chatapp-360";
            secrets?: {
                api_key: string;
                hmac_secret?: string;
                sending_token?: string;
            };
        } | {
            id: components["schemas"]["Identifier"];
            flow: string;
            idle_minutes?: number;
            base_url?: string;
            list_button?: string;
            sends_per_second?: number;
            /** @constant */
            channel: "contactcenter";
            username: string;
            allowed_networks: string[];
            secrets?: {
                password: string;
                sending_token?: string;
                signing_secret?: string;
            };
        };
        ChannelHealth: {
            lastAcceptedAt: string | null;
            lastRefused: {
                at: string;
                reason: string;
                message: string;
            } | null;
            sending: {
                /** @enum {string} */
                state: "open" | "paused" | "held";
                reason: string | null;
                until: string | null;
            };
        };
        /** @enum {string} */
        ChannelName: "webchat" | "chatapp" | "chatapp-360" | "contactcenter";
        ChannelSummary: {
            account: components["schemas"]["ChannelAccount"];
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            secrets: components["schemas"]["SecretState"][];
            warnings: components["schemas"]["Fault"][];
            health: components["schemas"]["ChannelHealth"];
        };
        ChannelView: {
            account: components["schemas"]["ChannelAccount"];
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            secrets: components["schemas"]["SecretState"][];
            warnings: components["schemas"]["Fault"][];
            health: components["schemas"]["ChannelHealth"];
            webhookPath: string;
            verifyToken: string | null;
            waiting: number;
        };
        ChannelsPage: {
            items: components["schemas"]["ChannelSummary"][];
            cursor: string | null;
        };
        Chatapp360Account: {
            id: components["schemas"]["Identifier"];
            flow: string;
            idle_minutes?: number;
            base_url?: string;
            list_button?: string;
            sends_per_second?: number;
            /** @constant */
            channel: "chatapp-360";
            secrets: {
                api_key: string;
                hmac_secret?: string;
                sending_token?: string;
            };
        };
        ChatappAccount: {
            id: components["schemas"]["Identifier"];
            flow: string;
            idle_minutes?: number;
            base_url?: string;
            list_button?: string;
            sends_per_second?: number;
            /** @constant */
            channel: "chatapp";
            phone_number_id: string;
            waba_id?: string;
            secrets: {
                app_secret: string;
                sending_token?: string;
            };
        };
        Choice: {
            label: string;
            value: string;
        };
        CloseBody: {
            text?: string;
            disposition?: string;
            survey?: boolean;
        };
        Colleague: {
            id: string;
            name: string;
            here: boolean;
            open: number;
        };
        ColleaguesAnswer: {
            items: components["schemas"]["Colleague"][];
        };
        ContactCenterAccount: {
            id: components["schemas"]["Identifier"];
            flow: string;
            idle_minutes?: number;
            base_url?: string;
            list_button?: string;
            sends_per_second?: number;
            /** @constant */
            channel: "contactcenter";
            username: string;
            allowed_networks: string[];
            secrets: {
                password: string;
                sending_token?: string;
                signing_secret?: string;
            };
        };
        ConversationRow: {
            conversationId: string;
            runId: string;
            channel: components["schemas"]["ChannelName"];
            place: string | null;
            userId: string;
            status: components["schemas"]["RunStatus"];
            flow: components["schemas"]["FlowPosition"];
            startedAt: string;
            lastActivityAt: string;
            endedAt: string | null;
            messages: {
                visitor: number;
                bot: number;
                agent: number;
            };
            handoffs: number;
            queue: string | null;
            owner: string | null;
            language: string | null;
            failedTurns: number;
        };
        /** @enum {string} */
        ConversationStatus: "active" | "completed" | "handoff";
        ConversationView: {
            conversationId: string;
            channel: components["schemas"]["ChannelName"];
            widgetId: string | null;
            userId: string;
            status: components["schemas"]["ConversationStatus"];
            flow: components["schemas"]["FlowPosition"] | null;
            variables: {
                [key: string]: components["schemas"]["Nested1"];
            };
            handoff: components["schemas"]["Handoff"] | null;
            waiting: number;
            messages: number;
            lastActivityAt: string;
        };
        ConversationsPage: {
            items: components["schemas"]["ConversationRow"][];
            cursor: string | null;
        };
        Delivery: ({
            state: string;
            at: string;
            reason?: string;
        } & {
            [key: string]: unknown;
        }) | null;
        Draft: {
            definition: {
                [key: string]: components["schemas"]["Nested1"];
            };
            /** @default {} */
            layout?: components["schemas"]["FlowLayout"];
            /** @default [] */
            conversations?: {
                [key: string]: components["schemas"]["Nested1"];
            }[];
            flowId: string;
            live: components["schemas"]["FlowLive"];
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            basedOn: number | null;
            saved: boolean;
            country?: string;
        };
        DraftContent: {
            definition: {
                [key: string]: components["schemas"]["Nested1"];
            };
            /** @default {} */
            layout?: components["schemas"]["FlowLayout"];
            /** @default [] */
            conversations?: {
                [key: string]: components["schemas"]["Nested1"];
            }[];
        };
        DraftReplay: {
            conversations?: {
                [key: string]: components["schemas"]["Nested1"];
            }[];
            conversationIds?: string[];
            http?: {
                /** @default 200 */
                status?: number;
                /** @default null */
                body?: components["schemas"]["Nested1"];
                fails?: boolean;
            }[];
            llm?: string[];
        };
        DraftReplayResult: {
            conversations: {
                title: string;
                conversationId: string | null;
                turns: {
                    action: {
                        [key: string]: components["schemas"]["Nested1"];
                    };
                    before: {
                        text: string;
                        choices?: string[];
                    }[];
                    now: {
                        text: string;
                        choices?: string[];
                    }[];
                    same: boolean;
                    recorded: string[];
                }[];
                same: boolean;
                complete: boolean;
                stopped: {
                    flowId: string;
                    stepId: string;
                } | null;
                raised: {
                    code: string | null;
                    stepId: string | null;
                    message: string;
                } | null;
            }[];
            complete: boolean;
        };
        DraftTest: {
            state?: ({
                status: components["schemas"]["ConversationStatus"];
                flow: {
                    id: string;
                    version: number;
                    stepId: string;
                };
                variables: {
                    [key: string]: components["schemas"]["Nested1"];
                };
                attempts: number;
                handoff: components["schemas"]["Handoff"] | null;
                history: {
                    /** @enum {string} */
                    role: "user" | "assistant";
                    text: string;
                }[];
            } & {
                [key: string]: unknown;
            }) | null;
            start?: {
                stepId: string;
                variables?: {
                    [key: string]: components["schemas"]["Nested1"];
                };
            };
            message: {
                text?: string;
                attachments?: components["schemas"]["Attachment"][];
                user?: {
                    firstName?: string;
                    email?: string;
                    phone?: string;
                    language?: string;
                    /** @constant */
                    verified?: true;
                };
                metadata?: {
                    [key: string]: components["schemas"]["Nested1"];
                };
            };
            /** Format: date-time */
            clock?: string;
            http?: {
                /** @default 200 */
                status?: number;
                /** @default null */
                body?: components["schemas"]["Nested1"];
                fails?: boolean;
            }[];
            llm?: string[];
            real?: boolean;
        };
        DraftTestResult: {
            state: ({
                status: components["schemas"]["ConversationStatus"];
                flow: {
                    id: string;
                    version: number;
                    stepId: string;
                };
                variables: {
                    [key: string]: components["schemas"]["Nested1"];
                };
                attempts: number;
                handoff: components["schemas"]["Handoff"] | null;
                history: {
                    /** @enum {string} */
                    role: "user" | "assistant";
                    text: string;
                }[];
            } & {
                [key: string]: unknown;
            }) | null;
            replies: unknown[];
            effects: unknown[];
            ways: string[];
            calls: {
                method: string;
                url: string;
                headers: {
                    [key: string]: string;
                };
                body: string | null;
                status: number | null;
                answer: string | null;
            }[];
            raised: {
                code: string;
                stepId: string | null;
                message: string;
            } | null;
        };
        DraftValidation: {
            valid: boolean;
            faults: components["schemas"]["Fault"][];
            warnings: components["schemas"]["Fault"][];
            scripts: components["schemas"]["ScriptOutcome"][];
        };
        Erasure: {
            done: boolean;
            conversations: number | null;
            turns: number | null;
            deadLetters: number | null;
            names: number | null;
        };
        Fault: {
            path: string;
            message: string;
        };
        Figures: {
            runs: {
                started: number;
                open: number;
                ended: number;
                handedOver: number;
                failed: number;
                abandoned: number;
                flowAlone: number;
                handedOverShare: number | null;
                failedShare: number | null;
                abandonedShare: number | null;
                flowAloneShare: number | null;
                containedShare: number | null;
                resolvedAssumed: number;
                resolvedAssumedShare: number | null;
                resolvedFinal: boolean;
            };
            visitors: {
                distinct: number | null;
                exact: boolean;
            };
            messages: {
                visitor: number;
                bot: number;
                agent: number;
                undelivered: number;
                undeliveredShare: number | null;
            };
            turns: {
                turns: number;
                failed: number;
                failedShare: number | null;
            };
            tokens: number;
            costUsd: number;
            firstReply: {
                n: number;
                p50: number | null;
                p95: number | null;
            };
            turnTime: {
                n: number;
                p50: number | null;
                p95: number | null;
            };
            handoffs: {
                requested: number;
                taken: number;
                stillWaiting: number;
                longestNowMs: number | null;
                notTaken: number;
                refusedByHours: number;
                refusedByHoursShare: number | null;
                abandoned: number;
                abandonedShare: number | null;
                abandonedEarly: number;
                serviceLevel: number | null;
                neverAnswered: number;
                waited: {
                    n: number;
                    p50: number | null;
                    p95: number | null;
                    histogram: {
                        untilMs: number;
                        n: number;
                    }[];
                };
                waitedInside: {
                    n: number;
                    p50: number | null;
                    p95: number | null;
                };
                firstResponse: {
                    n: number;
                    p50: number | null;
                    p95: number | null;
                };
                responseTime: {
                    n: number;
                    p50: number | null;
                    p95: number | null;
                };
                heldMs: number;
                attendedMs: number;
                ended: {
                    returned: number;
                    closed: number;
                    expired: number;
                    visitor: number;
                    erased: number;
                };
            };
            csat: {
                asked: number;
                answered: number;
                answerShare: number | null;
                good: number;
                goodShare: number | null;
                mean: number | null;
                answers: number[];
            };
            nps: {
                asked: number;
                answered: number;
                promoters: number;
                detractors: number;
                score: number | null;
            };
            resolved: {
                asked: number;
                yes: number;
                no: number;
                share: number | null;
            };
        };
        FiguresAnswer: {
            zone: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            until: string | null;
            rows: components["schemas"]["FiguresRow"][];
            total: components["schemas"]["Figures"];
            costs?: {
                of: string;
                usd: number;
            }[];
            compared: {
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                total: components["schemas"]["Figures"];
            } | null;
        };
        FiguresRow: {
            key: string;
            label: {
                at: string;
            } | {
                /** Format: date */
                date: string;
            } | {
                weekday: number;
                hour: number;
            } | {
                flow: string;
                version: number;
            } | {
                flow: string;
            } | {
                channel: string;
                place: string | null;
            } | {
                channel: string;
            } | {
                queue: string;
            } | {
                owner: string;
            };
            figures: components["schemas"]["Figures"];
            compared: components["schemas"]["Figures"] | null;
            costs?: {
                of: string;
                usd: number;
            }[];
        };
        FileId: string;
        FileName: string;
        /** @enum {string} */
        FileStatus: "pending" | "available" | "failed" | "rejected";
        FlowDetail: {
            id: string;
            title: string | null;
            live: components["schemas"]["FlowLive"];
            draft: {
                by: components["schemas"]["Actor"] | null;
                at: string | null;
                basedOn: number | null;
                faults: number;
            } | null;
            canaryEnded: components["schemas"]["CanaryVerdict"] | null;
            usedBy: components["schemas"]["FlowUser"][];
        };
        FlowLayout: {
            positions?: {
                [key: string]: {
                    x: number;
                    y: number;
                };
            };
            groups?: {
                id: string;
                title: string;
                color?: string;
                steps: string[];
                folded?: boolean;
            }[];
            notes?: {
                id: string;
                text: string;
                step?: string;
                x: number;
                y: number;
            }[];
        };
        FlowLive: {
            version: number | null;
            canary: {
                version: number;
                percent: number;
                promoteAfterHours?: number;
            } | null;
        };
        FlowPosition: {
            id: string;
            version: number;
            stepId: string;
        };
        FlowSummary: {
            id: string;
            title: string | null;
            live: components["schemas"]["FlowLive"];
            draft: {
                by: components["schemas"]["Actor"] | null;
                at: string | null;
                basedOn: number | null;
                faults: number;
            } | null;
            canaryEnded: components["schemas"]["CanaryVerdict"] | null;
        };
        FlowUser: {
            /** @enum {string} */
            kind: "widget" | "channel" | "flow";
            id: string;
        };
        FlowsPage: {
            items: components["schemas"]["FlowSummary"][];
            cursor: string | null;
        };
        FormARequest: {
            tenantId: components["schemas"]["Identifier"];
            conversationId: string | null;
            /** @constant */
            channel: "webchat";
            from: {
                /** Format: uuid */
                id: string;
            };
            content: {
                text: string;
                attachments?: {
                    fileId: components["schemas"]["FileId"];
                    caption?: string;
                }[];
                replyTo?: components["schemas"]["MessageId"];
                /** @constant */
                start?: true;
            };
            user?: {
                firstName?: string;
                email?: string;
                language?: string | null;
            };
            metadata?: {
                [key: string]: unknown;
            };
        };
        FormAResponse: {
            conversationId: string;
            status: components["schemas"]["ConversationStatus"];
            replies: {
                text: string;
                markdown?: components["schemas"]["Markdown"];
                choices?: components["schemas"]["Choice"][];
                attachments?: components["schemas"]["Attachment"][];
                cards?: components["schemas"]["Card"][];
                input?: components["schemas"]["AnswerInput"];
                id?: string;
                seq?: number;
                timestamp?: string;
            }[];
            message?: {
                id?: string;
                seq?: number;
                timestamp?: string;
            };
            after?: string;
            next?: components["schemas"]["NextRead"];
        };
        FormBPending: {
            messageId: string;
            conversationId: string;
            /** @constant */
            status: "pending";
            after: string;
            next?: components["schemas"]["NextRead"];
        };
        FormBRequest: {
            text: string;
            attachments: {
                /** @enum {string} */
                type?: "image" | "audio" | "video" | "document" | "sticker" | "location" | "contact";
                url?: string;
                fileId?: components["schemas"]["FileId"];
                status?: components["schemas"]["FileStatus"];
                mediaId?: string;
                mimeType?: string;
                filename?: components["schemas"]["FileName"];
                sizeBytes?: number;
                sha256?: string;
                caption?: string;
                latitude?: number;
                longitude?: number;
                name?: string;
            }[];
            user: {
                id: string;
                firstName?: string;
                email?: string;
                language?: string | null;
            };
            metadata?: {
                [key: string]: unknown;
            };
            replyTo?: components["schemas"]["MessageId"];
        };
        FormBResponse: {
            messageId: string;
            conversationId: string;
            replies: {
                id: string;
                text: string;
                markdown?: components["schemas"]["Markdown"];
                author: components["schemas"]["Author"];
                timestamp?: string;
                choices?: components["schemas"]["Choice"][];
                attachments?: components["schemas"]["Attachment"][];
                cards?: components["schemas"]["Card"][];
                input?: components["schemas"]["AnswerInput"];
            }[];
            flow: components["schemas"]["FlowPosition"];
            handoff: components["schemas"]["Handoff"] | null;
            next?: components["schemas"]["NextRead"];
        };
        Handoff: {
            reason: string;
            queue: string | null;
            requestedAt: string;
            id?: string;
            /** @enum {string} */
            state?: "waiting" | "with_agent";
        };
        HandoffAnswer: {
            handoff: components["schemas"]["HandoffView"] | null;
        };
        HandoffRow: {
            conversationId: string;
            handoffId: string;
            version: number;
            epoch: number;
            /** @enum {string} */
            state: "requested" | "taken";
            queue: string;
            reason: string;
            owner: {
                /** @enum {string} */
                kind: "user" | "service" | "center";
                id: string;
                name: string;
                picture?: string;
            } | null;
            offer: {
                userId: string;
                until: string;
            } | null;
            visitor: {
                id: string;
                name: string | null;
                channel: components["schemas"]["ChannelName"];
                language: string | null;
                verified: boolean;
            };
            requestedAt: string;
            waitingSince: string | null;
            deadlineAt: string;
            windowEndsAt?: string;
            lastText: string;
            lastSeq: number;
        };
        HandoffView: {
            conversationId: string;
            handoffId: string;
            version: number;
            epoch: number;
            /** @enum {string} */
            state: "requested" | "taken";
            queue: string;
            reason: string;
            owner: {
                /** @enum {string} */
                kind: "user" | "service" | "center";
                id: string;
                name: string;
                picture?: string;
            } | null;
            offer: {
                userId: string;
                until: string;
            } | null;
            visitor: {
                id: string;
                name: string | null;
                channel: components["schemas"]["ChannelName"];
                language: string | null;
                verified: boolean;
            };
            requestedAt: string;
            waitingSince: string | null;
            deadlineAt: string;
            windowEndsAt?: string;
            lastText: string;
            lastSeq: number;
            share: {
                [key: string]: unknown;
            };
            next: string | null;
            steps: {
                id: string;
                kind: string;
                text?: string | {
                    [key: string]: string;
                };
            }[];
            afterClose: string | null;
            accountId: string | null;
            contact: {
                email?: string;
                phone?: string;
            };
        };
        HandoffsPage: {
            items: components["schemas"]["HandoffRow"][];
            cursor: string | null;
        };
        Identifier: string;
        InboxAnswer: {
            cursor: string;
            /** @constant */
            reset?: true;
            rows: {
                conversationId: string;
                version: number;
                handoff: components["schemas"]["HandoffRow"] | null;
            }[];
            watched?: {
                messages: {
                    id: string;
                    seq: number;
                    author: components["schemas"]["Author"];
                    agent?: components["schemas"]["AgentName"];
                    text: string;
                    markdown?: components["schemas"]["Markdown"];
                    choices?: components["schemas"]["Choice"][];
                    attachments?: components["schemas"]["Attachment"][];
                    cards?: components["schemas"]["Card"][];
                    input?: components["schemas"]["AnswerInput"];
                    template?: components["schemas"]["SentTemplate"];
                    timestamp: string;
                    updates?: {
                        id: string;
                        /** @enum {string} */
                        kind: "edited" | "deleted" | "reaction";
                        text?: string;
                        attachments?: components["schemas"]["Attachment"][];
                        emoji?: string;
                        messageId: string | null;
                        at: string;
                    }[];
                }[];
                side: components["schemas"]["SideEntry"][];
                typing: boolean;
            };
            queues: {
                name: string;
                waiting: number;
                oldest: string | null;
            }[];
        };
        Invitation: {
            /** Format: email */
            email: string;
            name?: string;
            /** @enum {string} */
            role: "viewer" | "editor" | "admin" | "super-admin";
        };
        LiveChange: {
            flowId: string;
            version: number;
            live: components["schemas"]["FlowLive"];
        };
        LogMessage: {
            id: string;
            seq: number;
            author: components["schemas"]["Author"];
            agent?: components["schemas"]["AgentName"];
            text: string;
            markdown?: components["schemas"]["Markdown"];
            choices?: components["schemas"]["Choice"][];
            attachments?: components["schemas"]["Attachment"][];
            cards?: components["schemas"]["Card"][];
            input?: components["schemas"]["AnswerInput"];
            template?: components["schemas"]["SentTemplate"];
            timestamp: string;
        };
        MadeServiceKey: {
            id: string;
            name: string;
            capabilities: components["schemas"]["ServiceCapability"][];
            createdAt: string;
            by: components["schemas"]["Actor"];
            expiresAt: string | null;
            lastUsedAt: string | null;
            key: string | null;
        };
        Markdown: string;
        MessageId: string;
        MessageTemplate: {
            name: string;
            language: string;
            status: string;
            category: string;
            /** @enum {string} */
            parameters: "named" | "positional";
            header: {
                /** @enum {string} */
                kind: "text" | "image" | "video" | "document" | "location";
                text?: string;
                placeholders: string[];
            } | null;
            body: {
                text: string;
                placeholders: string[];
            };
            footer: string | null;
            buttons: {
                /** @enum {string} */
                kind: "url" | "quick_reply" | "phone" | "copy_code" | "other";
                text: string;
                url?: string;
                placeholder: boolean;
            }[];
            unsendable: ("status" | "authentication" | "unsupported") | null;
        };
        MessageTrace: {
            turnId: string;
            correlationId: string;
            committedAt: string;
            inbound: string | null;
            flow: components["schemas"]["FlowPosition"];
            status: components["schemas"]["ConversationStatus"];
            notices: string[];
            failed: {
                reason: string;
                attempts: number;
            } | null;
            replies: {
                id: string;
                at: string | null;
                detail: string;
            }[];
        };
        Nested1: unknown;
        NewFlow: {
            id: string;
            definition: {
                [key: string]: components["schemas"]["Nested1"];
            };
            /** @default {} */
            layout?: components["schemas"]["FlowLayout"];
            /** @default [] */
            conversations?: {
                [key: string]: components["schemas"]["Nested1"];
            }[];
        };
        NewServiceKey: {
            name: string;
            capabilities: components["schemas"]["ServiceCapability"][];
            /** Format: date-time */
            expiresAt?: string;
        };
        NewTenant: {
            id: components["schemas"]["Identifier"];
            name: string;
            /** @default active */
            status?: components["schemas"]["TenantStatus"];
            limit_per_minute?: number;
            time_zone?: string;
            country?: string;
            flow_secrets?: {
                [key: string]: {
                    hosts: string[];
                };
            };
            llm_tokens_per_day?: number;
            retention_days?: number;
            uploads?: components["schemas"]["UploadRules"];
            uploads_per_hour?: number;
            features?: string[];
            queues?: components["schemas"]["Identifier"][];
            handoff?: {
                reclaim_minutes?: number;
                idle_close_hours?: number;
                texts?: {
                    joined?: string;
                    looking?: string;
                    missed?: string;
                    idle?: string;
                };
            };
            failure_text?: string;
        };
        NextRead: string | null;
        NoteBody: {
            text: string;
            mention?: string[];
        };
        PersonExport: {
            tenantId: string;
            channel: string;
            userId: string;
            exportedAt: string;
            names: string[];
            conversations: ({
                conversationId: string;
                lastActivityAt: string | null;
                turns: ({
                    turnId: string;
                } & {
                    [key: string]: unknown;
                })[];
                largeMessages: unknown[];
                files: ({
                    fileId: string;
                    status: components["schemas"]["FileStatus"];
                    url: string | null;
                } & {
                    [key: string]: unknown;
                })[];
                runs: ({
                    channel: string;
                    run: {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                })[];
                deadLetters: unknown[];
            } & {
                [key: string]: unknown;
            })[];
            cursor: string | null;
        };
        PollResponse: {
            conversationId: string;
            status: components["schemas"]["ConversationStatus"];
            messages: components["schemas"]["LogMessage"][];
            after: string | null;
            next?: components["schemas"]["NextRead"];
            handoff?: components["schemas"]["VisitorHandoff"] | null;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            code: components["schemas"]["ProblemCode"];
            correlationId: string;
            errors?: {
                path: string;
                message: string;
            }[];
            leastRole?: string;
            /** @description Any JSON value. */
            current?: unknown;
            currentEtag?: string;
            usedBy?: {
                kind: string;
                id: string;
            }[];
            /** @description Any JSON value. */
            validation?: unknown;
        };
        /** @enum {string} */
        ProblemCode: "invalid_body" | "invalid_header" | "invalid_parameter" | "missing_tenant" | "missing_header" | "invalid_signature" | "invalid_visitor_token" | "visitor_token_expired" | "invalid_credentials" | "address_not_allowed" | "origin_not_allowed" | "tenant_not_found" | "widget_not_found" | "conversation_not_found" | "route_not_found" | "method_not_allowed" | "idempotency_conflict" | "request_in_progress" | "body_too_large" | "unsupported_media_type" | "rate_limited" | "too_many_waiting" | "too_many_new_sessions" | "uploads_not_allowed" | "file_type_not_allowed" | "file_too_large" | "too_many_uploads" | "file_not_found" | "file_pending" | "file_rejected" | "missing_tenant_claim" | "invalid_role" | "invalid_token" | "not_allowed" | "other_tenant" | "precondition_required" | "precondition_failed" | "channel_not_found" | "channel_incomplete" | "credential_taken" | "secret_not_found" | "flow_not_found" | "version_not_found" | "user_not_found" | "own_account" | "role_above_own" | "last_admin" | "user_busy" | "user_disabled" | "access_ended" | "message_not_found" | "already_exists" | "in_use" | "not_valid" | "canary_running" | "no_canary" | "no_handoff" | "handoff_moved" | "handoff_offered" | "not_owner" | "unknown_step" | "unknown_user" | "unknown_queue" | "text_too_long" | "text_not_found" | "too_many_texts" | "window_closed" | "invalid_template" | "templates_unavailable" | "invalid_service_key" | "service_key_not_found" | "handoff_not_found" | "engine_failure" | "internal_error" | "temporarily_unavailable";
        Publication: {
            note: string;
            canaryPercent?: number;
            promoteAfterHours?: number;
        };
        PublishedWidget: {
            title?: string;
            greeting?: string;
            color?: string;
            /** @enum {string} */
            position?: "left" | "right";
            avatar?: string;
            start_on_open?: boolean;
            starters?: string[];
            font?: string;
            /** @enum {string} */
            size?: "small" | "medium" | "large";
            offset_side?: number;
            offset_bottom?: number;
            z_index?: number;
            /** @enum {string} */
            launcher?: "round" | "label" | "hidden";
            launcher_label?: string;
            sound?: boolean;
            invite?: string;
            invite_after_seconds?: number;
            invite_after_scroll?: number;
            invite_on_exit?: boolean;
            invite_pages?: string[];
            opening_hours?: {
                monday?: string[];
                tuesday?: string[];
                wednesday?: string[];
                thursday?: string[];
                friday?: string[];
                saturday?: string[];
                sunday?: string[];
            };
            time_zone?: string;
            uploads?: {
                maxBytes: number;
                types?: string[];
            };
        };
        ReplyAnswer: {
            message: components["schemas"]["LogMessage"];
            handoff: components["schemas"]["HandoffView"] | null;
            missed: number;
            /** @enum {string} */
            delivery: "stored" | "queued";
            windowEndsAt?: string;
        };
        ReplyBody: {
            text?: string;
            choices?: components["schemas"]["Choice"][];
            template?: components["schemas"]["TemplateUse"];
            canned?: {
                id: string;
                variables?: {
                    [key: string]: string;
                };
            };
            files?: components["schemas"]["FileId"][];
            seenSeq?: number;
        };
        ReturnBody: {
            stepId?: string;
            /** @constant */
            run?: "published";
            variables?: {
                [key: string]: components["schemas"]["Nested1"];
            };
        };
        Rollback: {
            version: number;
        };
        /** @enum {string} */
        RunStatus: "active" | "waiting" | "taken" | "completed" | "expired" | "failed";
        SavedRepliesPage: {
            items: components["schemas"]["SavedReply"][];
            cursor: string | null;
        };
        SavedReply: {
            id: string;
            name: string;
            text: string;
            language: string | null;
            by: components["schemas"]["Actor"] | null;
            at: string;
            etag: string;
        };
        SavedReplyBody: {
            name: string;
            text: string;
            language?: string;
        };
        ScriptOutcome: {
            title: string;
            ok: boolean;
            step?: number;
            message?: string;
        };
        SecretState: {
            role: string;
            required: boolean;
            set: boolean;
            previous: boolean;
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            sharedWith: {
                /** @enum {string} */
                kind: "channel" | "widget" | "tenant";
                id: string;
            }[];
        };
        SecretValue: {
            value: string;
        };
        SentTemplate: {
            name: string;
            language: string;
            header?: {
                name?: string;
                text: string;
            };
            body?: {
                name?: string;
                text: string;
            }[];
            buttons?: {
                index: number;
                /** @enum {string} */
                kind: "url" | "quick_reply" | "copy_code";
                value: string;
            }[];
        };
        ServiceAgent: {
            id?: string;
            name: string;
        };
        /** @enum {string} */
        ServiceCapability: "conversations:read" | "conversations:answer" | "messages:send";
        ServiceKey: {
            id: string;
            name: string;
            capabilities: components["schemas"]["ServiceCapability"][];
            createdAt: string;
            by: components["schemas"]["Actor"];
            expiresAt: string | null;
            lastUsedAt: string | null;
        };
        ServiceKeysPage: {
            items: components["schemas"]["ServiceKey"][];
            cursor: string | null;
        };
        ServiceMessageAnswer: {
            conversationId: string;
            message: components["schemas"]["LogMessage"];
            /** @enum {string} */
            delivery: "stored" | "queued";
            windowEndsAt?: string;
        };
        SessionInformation: {
            tenantId: string;
            roles: ("viewer" | "editor" | "admin" | "super-admin")[];
            features: string[];
            user: {
                id: string;
                email?: string;
                name?: string;
            };
            /** @constant */
            roleChanged?: true;
        };
        SideEntry: {
            id: string;
            by: {
                /** @enum {string} */
                kind: "user" | "service" | "center";
                id: string;
                name: string;
                picture?: string;
            } | null;
            /** @enum {string} */
            event?: "taken" | "assigned" | "returned" | "closed" | "expired" | "visitor" | "owner_away" | "owner_gone" | "moved";
            to?: string;
            text: string;
            update?: {
                id: string;
                /** @enum {string} */
                kind: "edited" | "deleted" | "reaction";
                text?: string;
                attachments?: components["schemas"]["Attachment"][];
                emoji?: string;
                messageId: string | null;
                at: string;
            };
            mention?: string[];
            at: string;
        };
        StepsAnswer: {
            zone: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            until: string | null;
            flow: string;
            started: number;
            steps: {
                version: number;
                stepId: string;
                reached: number;
                left: number;
                reachedShare: number | null;
                leavingShare: number | null;
            }[];
        };
        TakeBody: {
            takeOver?: boolean;
        };
        TemplateUse: {
            name: string;
            language: string;
            header?: {
                text?: string;
                link?: string;
                fileId?: components["schemas"]["FileId"];
                filename?: components["schemas"]["FileName"];
            };
            body?: string[] | {
                [key: string]: string;
            };
            buttons?: {
                index: number;
                value: string;
            }[];
        };
        TemplatesPage: {
            items: components["schemas"]["MessageTemplate"][];
            cursor: string | null;
            readAt: string;
            trouble: string | null;
        };
        Tenant: {
            id: components["schemas"]["Identifier"];
            name: string;
            status: components["schemas"]["TenantStatus"];
            default_widget?: components["schemas"]["Identifier"];
            limit_per_minute?: number;
            time_zone?: string;
            country?: string;
            flow_secrets?: {
                [key: string]: {
                    hosts: string[];
                };
            };
            llm_tokens_per_day?: number;
            retention_days?: number;
            uploads?: components["schemas"]["UploadRules"];
            uploads_per_hour?: number;
            features?: string[];
            queues?: components["schemas"]["Identifier"][];
            handoff?: {
                reclaim_minutes?: number;
                idle_close_hours?: number;
                texts?: {
                    joined?: string;
                    looking?: string;
                    missed?: string;
                    idle?: string;
                };
            };
            escalation?: {
                /** @constant */
                kind: "contactcenter";
                account: components["schemas"]["Identifier"];
                /** @constant */
                fallback?: "inbox";
                fallback_after_minutes?: number;
                away_after_seconds?: number;
                texts?: {
                    delayed?: string;
                };
            };
            failure_text?: string;
        };
        TenantPatch: {
            name?: string;
            default_widget?: components["schemas"]["Identifier"] | null;
            limit_per_minute?: number | null;
            time_zone?: string | null;
            country?: string | null;
            flow_secrets?: {
                [key: string]: {
                    hosts: string[];
                };
            } | null;
            llm_tokens_per_day?: number | null;
            uploads?: components["schemas"]["UploadRules"] | null;
            uploads_per_hour?: number | null;
            retention_days?: number | null;
            features?: string[] | null;
            queues?: components["schemas"]["Identifier"][] | null;
            handoff?: {
                reclaim_minutes?: number;
                idle_close_hours?: number;
                texts?: {
                    joined?: string;
                    looking?: string;
                    missed?: string;
                    idle?: string;
                };
            } | null;
            escalation?: {
                /** @constant */
                kind: "contactcenter";
                account: components["schemas"]["Identifier"];
                /** @constant */
                fallback?: "inbox";
                fallback_after_minutes?: number;
                away_after_seconds?: number;
                texts?: {
                    delayed?: string;
                };
            } | null;
            failure_text?: string | null;
        };
        /** @enum {string} */
        TenantStatus: "active" | "suspended";
        TenantView: {
            tenant: components["schemas"]["Tenant"];
            by: components["schemas"]["Actor"] | null;
            at: string | null;
        };
        TenantsPage: {
            items: components["schemas"]["TenantView"][];
            cursor: string | null;
        };
        TestMessage: {
            to: string;
            /** @default This is a test message. */
            text?: string;
        };
        TestOutcome: {
            /** @enum {string} */
            outcome: "sent" | "refused" | "unconfirmed";
            reason: string | null;
            providerMessageId: string | null;
        };
        TranscriptMessage: {
            id: string;
            seq: number;
            author: components["schemas"]["Author"];
            agent?: components["schemas"]["AgentName"];
            text: string;
            markdown?: components["schemas"]["Markdown"];
            choices?: components["schemas"]["Choice"][];
            attachments?: components["schemas"]["Attachment"][];
            cards?: components["schemas"]["Card"][];
            input?: components["schemas"]["AnswerInput"];
            template?: components["schemas"]["SentTemplate"];
            timestamp: string;
            updates?: {
                id: string;
                /** @enum {string} */
                kind: "edited" | "deleted" | "reaction";
                text?: string;
                attachments?: components["schemas"]["Attachment"][];
                emoji?: string;
                messageId: string | null;
                at: string;
            }[];
            delivery?: components["schemas"]["Delivery"];
        };
        TranscriptPage: {
            items: components["schemas"]["TranscriptMessage"][];
            cursor: string | null;
        };
        TypingBody: {
            on: boolean;
            /** @constant */
            seen?: true;
        };
        Unauthorized: {
            message: string;
        };
        UploadAnswer: {
            fileId: string;
            upload: {
                url: string;
                /** @constant */
                method: "POST";
                fields: {
                    [key: string]: string;
                };
                expiresAt: string;
            };
        };
        UploadRequest: {
            filename: components["schemas"]["FileName"];
            mimeType: string;
            sizeBytes: number;
        };
        UploadRules: {
            enabled?: boolean;
            max_megabytes?: number;
            types?: ("image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/heic" | "audio/mpeg" | "audio/mp4" | "audio/aac" | "audio/amr" | "audio/ogg" | "audio/wav" | "audio/webm" | "video/mp4" | "video/3gpp" | "video/quicktime" | "video/webm" | "application/pdf" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" | "application/vnd.openxmlformats-officedocument.presentationml.presentation" | "text/plain" | "text/csv")[];
        };
        UploadState: {
            fileId: string;
            status: components["schemas"]["FileStatus"];
            /** @enum {string} */
            type: "image" | "audio" | "video" | "document";
            mimeType: string;
            filename: string;
            sizeBytes?: number;
            reason?: string;
            url?: string;
        };
        UserChange: {
            /** @enum {string} */
            role?: "viewer" | "editor" | "admin" | "super-admin";
            /** @enum {string} */
            status?: "active" | "disabled";
        };
        UserPage: {
            items: components["schemas"]["AdminUser"][];
            cursor: string | null;
        };
        /** @enum {string} */
        UserStatus: "invited" | "active" | "reset_required" | "disabled";
        VersionDetail: {
            version: number;
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            note: string | null;
            source: ("draft" | "files") | null;
            definition: {
                [key: string]: components["schemas"]["Nested1"];
            };
            /** @default {} */
            layout?: components["schemas"]["FlowLayout"];
            /** @default [] */
            conversations?: {
                [key: string]: components["schemas"]["Nested1"];
            }[];
        };
        VersionSummary: {
            version: number;
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            note: string | null;
            source: ("draft" | "files") | null;
        };
        VersionsAnswer: {
            zone: string;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
            until: string | null;
            flow: string;
            versions: {
                version: number;
                figures: components["schemas"]["Figures"];
            }[];
            differences: {
                /** @enum {string} */
                figure: "failedShare" | "handedOverShare" | "abandonedShare" | "flowAloneShare" | "containedShare";
                difference: number | null;
                low: number | null;
                high: number | null;
            }[];
        };
        VersionsPage: {
            items: components["schemas"]["VersionSummary"][];
            cursor: string | null;
        };
        VisitorHandoff: {
            id: string;
            /** @enum {string} */
            state: "waiting" | "with_agent" | "delayed";
            position: number | null;
            agent: components["schemas"]["AgentName"] | null;
            typing: boolean;
            tag: string;
        };
        WebAddress: string;
        Widget: {
            id: components["schemas"]["Identifier"];
            flow: string;
            allowed_origins: string[];
            require_origin?: boolean;
            session_limit_per_minute?: number;
            new_sessions_per_address?: number;
            idle_minutes?: number;
            signing_secret?: string;
            /** @enum {number} */
            signature_version?: 0 | 1;
            identity_secret?: string;
            require_identity?: boolean;
            uploads?: components["schemas"]["UploadRules"];
            appearance?: components["schemas"]["WidgetSettings"];
        };
        WidgetDetails: {
            widget: components["schemas"]["Widget"];
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            isDefault: boolean;
            secrets: components["schemas"]["SecretState"][];
            refusedOrigins: {
                origin: string;
                count: number;
                lastAt: string;
            }[];
            timeZone?: string;
        };
        WidgetSettings: {
            title?: string;
            greeting?: string;
            color?: string;
            /** @enum {string} */
            position?: "left" | "right";
            avatar?: string;
            start_on_open?: boolean;
            starters?: string[];
            font?: string;
            /** @enum {string} */
            size?: "small" | "medium" | "large";
            offset_side?: number;
            offset_bottom?: number;
            z_index?: number;
            /** @enum {string} */
            launcher?: "round" | "label" | "hidden";
            launcher_label?: string;
            sound?: boolean;
            invite?: string;
            invite_after_seconds?: number;
            invite_after_scroll?: number;
            invite_on_exit?: boolean;
            invite_pages?: string[];
            opening_hours?: {
                monday?: string[];
                tuesday?: string[];
                wednesday?: string[];
                thursday?: string[];
                friday?: string[];
                saturday?: string[];
                sunday?: string[];
            };
        };
        WidgetView: {
            widget: components["schemas"]["Widget"];
            by: components["schemas"]["Actor"] | null;
            at: string | null;
            isDefault: boolean;
            secrets: components["schemas"]["SecretState"][];
        };
        WidgetsPage: {
            items: components["schemas"]["WidgetView"][];
            cursor: string | null;
        };
        /** @description Any JSON value. */
        AnyJson: unknown;
    };
    responses: {
        /**
         * @description - `invalid_body`: The body is not what the route takes; `errors` names each fault with its path.
         *     - `invalid_header`: A header is malformed, or sent twice with different values.
         *     - `missing_header`: A header that the route needs is missing; `detail` names it.
         */
        Refused400: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_body" | "invalid_header" | "missing_header";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `missing_tenant`: Nothing names the tenant: send `x-tenant-id`.
         *     - `invalid_signature`: The signature is missing, older than five minutes, or not that of this request with this secret.
         *     - `invalid_visitor_token`: The visitor’s token is not one that the site’s identity secret has signed.
         *     - `visitor_token_expired`: The visitor’s token is out of date: get another from the site’s server.
         */
        Refused401: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "missing_tenant" | "invalid_signature" | "invalid_visitor_token" | "visitor_token_expired";
                    /** @constant */
                    status?: 401;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `origin_not_allowed`: The widget may not be used on this site; an admin can allow it. */
        Refused403: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "origin_not_allowed";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `tenant_not_found`: There is no such tenant, or it is suspended.
         *     - `widget_not_found`: The tenant has no such widget.
         *     - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         *     - `file_not_found`: There is no such file, or it is another visitor’s.
         */
        Refused404: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "tenant_not_found" | "widget_not_found" | "conversation_not_found" | "file_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         *     - `file_pending`: The file has not been looked at yet: repeat in a second.
         *     - `file_rejected`: The file was refused: what is in it is not what it says, or is not safe.
         */
        Refused409: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "request_in_progress" | "file_pending" | "file_rejected";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `body_too_large`: The body is larger than the route takes. */
        Refused413: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "body_too_large";
                    /** @constant */
                    status?: 413;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `unsupported_media_type`: The body must be JSON: send `content-type: application/json`. */
        Refused415: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                    /** @constant */
                    status?: 415;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `file_rejected`: The file was refused: what is in it is not what it says, or is not safe. */
        Refused422: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "file_rejected";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `rate_limited`: Too many requests of a session, tenant, source address or caller: wait for `Retry-After` and repeat with the same key.
         *     - `too_many_waiting`: Too many messages of this conversation wait for an answer: repeat after `Retry-After`.
         *     - `too_many_new_sessions`: Too many new sessions from this address: repeat after `Retry-After`.
         */
        Refused429: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                /** @description What is left of the session’s minute, and when it begins anew. */
                RateLimit?: string;
                /** @description What a session may send in which time. */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "too_many_waiting" | "too_many_new_sessions";
                    /** @constant */
                    status?: 429;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `engine_failure`: The conversation’s flow failed: send the message again with the same key.
         *     - `internal_error`: The gateway failed: send the request again; `correlationId` finds it in the logs.
         */
        Refused500: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "engine_failure" | "internal_error";
                    /** @constant */
                    status?: 500;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `temporarily_unavailable`: Something behind the gateway does not answer: repeat after `Retry-After` with the same key. */
        Refused503: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "temporarily_unavailable";
                    /** @constant */
                    status?: 503;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_parameter`: A parameter of the path or the query is malformed or unknown. */
        "Refused400-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_parameter";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `tenant_not_found`: There is no such tenant, or it is suspended.
         *     - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         */
        "Refused404-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "tenant_not_found" | "conversation_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `internal_error`: The gateway failed: send the request again; `correlationId` finds it in the logs. */
        "Refused500-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "internal_error";
                    /** @constant */
                    status?: 500;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_body`: The body is not what the route takes; `errors` names each fault with its path. */
        "Refused400-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_body";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `rate_limited`: Too many requests of a session, tenant, source address or caller: wait for `Retry-After` and repeat with the same key. */
        "Refused429-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                /** @description What is left of the session’s minute, and when it begins anew. */
                RateLimit?: string;
                /** @description What a session may send in which time. */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "rate_limited";
                    /** @constant */
                    status?: 429;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `origin_not_allowed`: The widget may not be used on this site; an admin can allow it.
         *     - `uploads_not_allowed`: The widget takes no files.
         */
        "Refused403-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "origin_not_allowed" | "uploads_not_allowed";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `tenant_not_found`: There is no such tenant, or it is suspended.
         *     - `widget_not_found`: The tenant has no such widget.
         */
        "Refused404-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "tenant_not_found" | "widget_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `file_type_not_allowed`: Files of this type are not taken.
         *     - `file_too_large`: The file is larger than is taken.
         */
        "Refused422-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "file_type_not_allowed" | "file_too_large";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `rate_limited`: Too many requests of a session, tenant, source address or caller: wait for `Retry-After` and repeat with the same key.
         *     - `too_many_uploads`: Too many files at once: repeat after `Retry-After`.
         */
        "Refused429-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                /** @description What is left of the session’s minute, and when it begins anew. */
                RateLimit?: string;
                /** @description What a session may send in which time. */
                "RateLimit-Policy"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "too_many_uploads";
                    /** @constant */
                    status?: 429;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_header`: A header is malformed, or sent twice with different values.
         *     - `missing_header`: A header that the route needs is missing; `detail` names it.
         */
        "Refused400-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_header" | "missing_header";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `tenant_not_found`: There is no such tenant, or it is suspended.
         *     - `widget_not_found`: The tenant has no such widget.
         *     - `file_not_found`: There is no such file, or it is another visitor’s.
         */
        "Refused404-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "tenant_not_found" | "widget_not_found" | "file_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `missing_tenant`: Nothing names the tenant: send `x-tenant-id`. */
        "Refused401-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "missing_tenant";
                    /** @constant */
                    status?: 401;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_signature`: The signature is missing, older than five minutes, or not that of this request with this secret.
         *     - `invalid_credentials`: A webhook call has no valid credentials, or another verify token.
         */
        "Refused401-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_signature" | "invalid_credentials";
                    /** @constant */
                    status?: 401;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `tenant_not_found`: There is no such tenant, or it is suspended. */
        "Refused404-5": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `address_not_allowed`: The call comes from an address that the account does not allow. */
        "Refused403-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "address_not_allowed";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `tenant_not_found`: There is no such tenant, or it is suspended.
         *     - `handoff_not_found`: There is no such handoff.
         */
        "Refused404-6": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "tenant_not_found" | "handoff_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_credentials`: A webhook call has no valid credentials, or another verify token. */
        "Refused403-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_credentials";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_token`: The access token is missing, expired or not the gateway’s: sign in again.
         *     - `access_ended`: Somebody has ended this sign-in: sign in again.
         *
         *     A token that is missing, malformed, expired or not of this sign-in is refused by API Gateway, as `application/json` with a `message` and nothing else.
         */
        "Refused401-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id"?: string;
                /** @description Of API Gateway’s answer: `Bearer`. */
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_token" | "access_ended";
                    /** @constant */
                    status?: 401;
                } & components["schemas"]["Problem"];
                /**
                 * @example {
                 *       "message": "Unauthorized"
                 *     }
                 */
                "application/json": components["schemas"]["Unauthorized"];
            };
        };
        /**
         * @description - `missing_tenant_claim`: The account belongs to no tenant: an admin has to set it.
         *     - `invalid_role`: The account has no role that the gateway knows: an admin has to set it.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-5": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "missing_tenant_claim" | "invalid_role" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `missing_tenant_claim`: The account belongs to no tenant: an admin has to set it.
         *     - `invalid_role`: The account has no role that the gateway knows: an admin has to set it.
         *     - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-6": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "missing_tenant_claim" | "invalid_role" | "not_allowed" | "other_tenant" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_body`: The body is not what the route takes; `errors` names each fault with its path.
         *     - `invalid_header`: A header is malformed, or sent twice with different values.
         */
        "Refused400-5": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_body" | "invalid_header";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `already_exists`: The name is taken.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "already_exists" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `flow_not_found`: There is no such flow.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-7": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "flow_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `in_use`: Something else uses it; `usedBy` tells what. */
        "Refused409-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "in_use";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `precondition_failed`: Somebody has changed it since it was read; `current` and `currentEtag` tell what is stored now. */
        Refused412: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description For the `If-Match` of a change. */
                ETag?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "precondition_failed";
                    /** @constant */
                    status?: 412;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `precondition_required`: A change needs `If-Match` with the ETag of what was read, or `If-None-Match: *` to create. */
        Refused428: {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "precondition_required";
                    /** @constant */
                    status?: 428;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_body`: The body is not what the route takes; `errors` names each fault with its path.
         *     - `invalid_parameter`: A parameter of the path or the query is malformed or unknown.
         */
        "Refused400-6": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_body" | "invalid_parameter";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `not_valid`: The draft can’t be published; `validation` tells why. */
        "Refused422-3": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "not_valid";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `flow_not_found`: There is no such flow.
         *     - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-8": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "flow_not_found" | "conversation_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `flow_not_found`: There is no such flow.
         *     - `version_not_found`: The flow has no such version.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-9": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "flow_not_found" | "version_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_body`: The body is not what the route takes; `errors` names each fault with its path.
         *     - `invalid_parameter`: A parameter of the path or the query is malformed or unknown.
         *     - `invalid_header`: A header is malformed, or sent twice with different values.
         */
        "Refused400-7": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_body" | "invalid_parameter" | "invalid_header";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `canary_running`: A canary is running: end it first.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "canary_running" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-5": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `no_canary`: No canary is running.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-6": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "no_canary" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `widget_not_found`: The tenant has no such widget.
         *     - `secret_not_found`: There is no such secret.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-10": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "widget_not_found" | "secret_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `channel_not_found`: There is no such channel account.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-11": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "channel_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `credential_taken`: Another account has this number, key or user name. */
        "Refused409-7": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "credential_taken";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `channel_not_found`: There is no such channel account.
         *     - `secret_not_found`: There is no such secret.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-12": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "channel_not_found" | "secret_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `channel_incomplete`: The channel account lacks what this takes; `detail` names it.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-8": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "channel_incomplete" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_parameter`: A parameter of the path or the query is malformed or unknown.
         *     - `invalid_header`: A header is malformed, or sent twice with different values.
         */
        "Refused400-8": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_parameter" | "invalid_header";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         *     - `message_not_found`: The conversation has no such message.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-13": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "conversation_not_found" | "message_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `missing_tenant_claim`: The account belongs to no tenant: an admin has to set it.
         *     - `invalid_role`: The account has no role that the gateway knows: an admin has to set it.
         *     - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         */
        "Refused403-7": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "missing_tenant_claim" | "invalid_role" | "not_allowed" | "other_tenant";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `service_key_not_found`: There is no such service key.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-14": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "service_key_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `too_many_texts`: The tenant has as many saved replies as it may: delete one first.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-9": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "too_many_texts" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `text_not_found`: There is no such saved reply.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-15": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "text_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `role_above_own`: Nobody gives or changes a role above their own.
         *     - `missing_tenant_claim`: The account belongs to no tenant: an admin has to set it.
         *     - `invalid_role`: The account has no role that the gateway knows: an admin has to set it.
         *     - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-8": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "role_above_own" | "missing_tenant_claim" | "invalid_role" | "not_allowed" | "other_tenant" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `user_not_found`: There is no such user in this tenant.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-16": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "user_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `own_account`: Nobody does this to their own account: ask another admin.
         *     - `role_above_own`: Nobody gives or changes a role above their own.
         *     - `missing_tenant_claim`: The account belongs to no tenant: an admin has to set it.
         *     - `invalid_role`: The account has no role that the gateway knows: an admin has to set it.
         *     - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-9": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "own_account" | "role_above_own" | "missing_tenant_claim" | "invalid_role" | "not_allowed" | "other_tenant" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `user_busy`: Somebody else is changing this user: repeat in a moment.
         *     - `last_admin`: They are the tenant’s last admin: make another one first.
         */
        "Refused409-10": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "user_busy" | "last_admin";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `user_busy`: Somebody else is changing this user: repeat in a moment.
         *     - `user_disabled`: The user is disabled: enable them first.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-11": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "user_busy" | "user_disabled" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `user_busy`: Somebody else is changing this user: repeat in a moment.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-12": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "user_busy" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `templates_unavailable`: The provider has not told the account’s templates. */
        "Refused409-13": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "templates_unavailable";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `templates_unavailable`: The provider has not told the account’s templates.
         *     - `temporarily_unavailable`: Something behind the gateway does not answer: repeat after `Retry-After` with the same key.
         */
        "Refused503-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "templates_unavailable" | "temporarily_unavailable";
                    /** @constant */
                    status?: 503;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `invalid_body`: The body is not what the route takes; `errors` names each fault with its path.
         *     - `missing_header`: A header that the route needs is missing; `detail` names it.
         *     - `invalid_parameter`: A parameter of the path or the query is malformed or unknown.
         *     - `invalid_header`: A header is malformed, or sent twice with different values.
         */
        "Refused400-9": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_body" | "missing_header" | "invalid_parameter" | "invalid_header";
                    /** @constant */
                    status?: 400;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `not_owner`: Another one has the conversation: take it first.
         *     - `missing_tenant_claim`: The account belongs to no tenant: an admin has to set it.
         *     - `invalid_role`: The account has no role that the gateway knows: an admin has to set it.
         *     - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-10": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "not_owner" | "missing_tenant_claim" | "invalid_role" | "not_allowed" | "other_tenant" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `no_handoff`: No human is asked for, nor has one the conversation.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `handoff_offered`: It is kept for a colleague for two minutes.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-14": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "no_handoff" | "idempotency_conflict" | "handoff_offered" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `handoff_moved`: Somebody else has changed the handoff since it was read; `current.handoff` tells how it is now. */
        "Refused412-2": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description For the `If-Match` of a change. */
                ETag?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "handoff_moved";
                    /** @constant */
                    status?: 412;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         *     - `text_not_found`: There is no such saved reply.
         *     - `file_not_found`: There is no such file, or it is another visitor’s.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-17": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "conversation_not_found" | "text_not_found" | "file_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `no_handoff`: No human is asked for, nor has one the conversation.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `handoff_offered`: It is kept for a colleague for two minutes.
         *     - `window_closed`: The visitor has not written for a day: only a template may be sent.
         *     - `file_pending`: The file has not been looked at yet: repeat in a second.
         *     - `file_rejected`: The file was refused: what is in it is not what it says, or is not safe.
         *     - `templates_unavailable`: The provider has not told the account’s templates.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-15": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "no_handoff" | "idempotency_conflict" | "handoff_offered" | "window_closed" | "file_pending" | "file_rejected" | "templates_unavailable" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `text_too_long`: The text is longer than the channel takes.
         *     - `file_rejected`: The file was refused: what is in it is not what it says, or is not safe.
         *     - `invalid_template`: The template can’t be sent like this; `errors` names each fault with its path.
         */
        "Refused422-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "text_too_long" | "file_rejected" | "invalid_template";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `too_many_uploads`: Too many files at once: repeat after `Retry-After`. */
        "Refused429-4": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "too_many_uploads";
                    /** @constant */
                    status?: 429;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         *     - `file_not_found`: There is no such file, or it is another visitor’s.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-18": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "conversation_not_found" | "file_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `no_handoff`: No human is asked for, nor has one the conversation.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-16": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "no_handoff" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `text_too_long`: The text is longer than the channel takes. */
        "Refused422-5": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "text_too_long";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `unknown_user`: There is nobody of that id who may answer.
         *     - `unknown_queue`: The tenant has no such queue.
         *     - `text_too_long`: The text is longer than the channel takes.
         */
        "Refused422-6": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "unknown_user" | "unknown_queue" | "text_too_long";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `unknown_step`: The flow’s version has no such step to return to. */
        "Refused422-7": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "unknown_step";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `no_handoff`: No human is asked for, nor has one the conversation.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `window_closed`: The visitor has not written for a day: only a template may be sent.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-17": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "no_handoff" | "idempotency_conflict" | "window_closed" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `unknown_step`: The flow’s version has no such step to return to.
         *     - `text_too_long`: The text is longer than the channel takes.
         */
        "Refused422-8": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "unknown_step" | "text_too_long";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
        /** @description - `invalid_service_key`: The service key is missing, unknown, expired or revoked. */
        "Refused401-5": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "invalid_service_key";
                    /** @constant */
                    status?: 401;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-11": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "not_allowed" | "other_tenant" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `not_owner`: Another one has the conversation: take it first.
         *     - `not_allowed`: The role may not do this; `leastRole` tells which may.
         *     - `other_tenant`: `x-tenant-id` names another tenant than the token.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused403-12": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "not_owner" | "not_allowed" | "other_tenant" | "tenant_not_found";
                    /** @constant */
                    status?: 403;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `conversation_not_found`: There is no such conversation, or it is another visitor’s, or it is over and gone.
         *     - `channel_not_found`: There is no such channel account.
         *     - `tenant_not_found`: There is no such tenant, or it is suspended.
         */
        "Refused404-19": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "conversation_not_found" | "channel_not_found" | "tenant_not_found";
                    /** @constant */
                    status?: 404;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `window_closed`: The visitor has not written for a day: only a template may be sent.
         *     - `templates_unavailable`: The provider has not told the account’s templates.
         *     - `idempotency_conflict`: The idempotency key was used for another request: take a new one.
         *     - `request_in_progress`: The first request with this key is still running: ask again after `Retry-After`.
         */
        "Refused409-18": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                /** @description After how many seconds to ask again. */
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "window_closed" | "templates_unavailable" | "idempotency_conflict" | "request_in_progress";
                    /** @constant */
                    status?: 409;
                } & components["schemas"]["Problem"];
            };
        };
        /**
         * @description - `text_too_long`: The text is longer than the channel takes.
         *     - `invalid_template`: The template can’t be sent like this; `errors` names each fault with its path.
         */
        "Refused422-9": {
            headers: {
                /** @description Finds the request in the logs. */
                "x-correlation-id": string;
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": {
                    /** @enum {unknown} */
                    code?: "text_too_long" | "invalid_template";
                    /** @constant */
                    status?: 422;
                } & components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "post-webchat-message": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Form A may name it in its body instead.
                 * @example acme
                 */
                "x-tenant-id"?: string;
                /**
                 * @description The widget; the tenant’s default one need not be named.
                 * @example acme-web
                 */
                "x-widget-id"?: string;
                /**
                 * @description A UUID of the visitor’s session, made by the client. A conversation belongs to one.
                 * @example 6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11
                 */
                "x-session-id"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The same as `idempotency-key`, for those who can’t send that one. */
                "x-idempotency-key"?: string;
                /** @description `sha256=` and the HMAC of the request, where the widget has a signing secret. */
                "x-signature-256"?: string;
                /** @description When it was signed, in epoch seconds; five minutes either way are taken. */
                "x-signature-time"?: string;
                /** @description A JWT by which the site vouches for its visitor. */
                "x-visitor-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FormARequest"] | components["schemas"]["FormBRequest"];
            };
        };
        responses: {
            /** @description The replies, in order. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description What is left of the session’s minute, and when it begins anew. */
                    RateLimit?: string;
                    /** @description What a session may send in which time. */
                    "RateLimit-Policy"?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormAResponse"] | components["schemas"]["FormBResponse"];
                };
            };
            /** @description The message is kept and its replies come later: long-poll after `after`, which lies behind what was said before the message. Nothing said since is left out. */
            202: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description What is left of the session’s minute, and when it begins anew. */
                    RateLimit?: string;
                    /** @description What a session may send in which time. */
                    "RateLimit-Policy"?: string;
                    /** @description Where it is; of a late reply, where to long-poll. */
                    Location?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FormAResponse"] | components["schemas"]["FormBPending"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404"];
            409: components["responses"]["Refused409"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422"];
            429: components["responses"]["Refused429"];
            500: components["responses"]["Refused500"];
            503: components["responses"]["Refused503"];
        };
    };
    "poll-conversation": {
        parameters: {
            query?: {
                after?: string;
                wait?: "0" | "1";
                handoffTag?: string;
                session?: string;
            };
            header?: {
                /**
                 * @description The tenant. Form A may name it in its body instead.
                 * @example acme
                 */
                "x-tenant-id"?: string;
                /**
                 * @description The widget; the tenant’s default one need not be named.
                 * @example acme-web
                 */
                "x-widget-id"?: string;
                /**
                 * @description A UUID of the visitor’s session, made by the client. A conversation belongs to one.
                 * @example 6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11
                 */
                "x-session-id"?: string;
                /** @description The same as `after` in the query: a browser’s preflight is then kept. */
                "x-after"?: string;
                /** @description `sha256=` and the HMAC of the request, where the widget has a signing secret. */
                "x-signature-256"?: string;
                /** @description When it was signed, in epoch seconds; five minutes either way are taken. */
                "x-signature-time"?: string;
                /** @description A JWT by which the site vouches for its visitor. */
                "x-visitor-token"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What is new, oldest first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description After how many seconds to ask again. */
                    "Retry-After"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *       "status": "handoff",
                     *       "messages": [
                     *         {
                     *           "id": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *           "seq": 4,
                     *           "author": "agent",
                     *           "agent": {
                     *             "name": "Maria"
                     *           },
                     *           "text": "It left us this morning.",
                     *           "timestamp": "2026-11-18T09:32:10.000Z"
                     *         }
                     *       ],
                     *       "after": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *       "next": "now",
                     *       "handoff": {
                     *         "id": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "state": "with_agent",
                     *         "position": null,
                     *         "agent": {
                     *           "name": "Maria"
                     *         },
                     *         "typing": false,
                     *         "tag": "k3v9"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PollResponse"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "tell-visitor-types": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Form A may name it in its body instead.
                 * @example acme
                 */
                "x-tenant-id"?: string;
                /**
                 * @description The widget; the tenant’s default one need not be named.
                 * @example acme-web
                 */
                "x-widget-id"?: string;
                /**
                 * @description A UUID of the visitor’s session, made by the client. A conversation belongs to one.
                 * @example 6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11
                 */
                "x-session-id"?: string;
                /** @description `sha256=` and the HMAC of the request, where the widget has a signing secret. */
                "x-signature-256"?: string;
                /** @description When it was signed, in epoch seconds; five minutes either way are taken. */
                "x-signature-time"?: string;
                /** @description A JWT by which the site vouches for its visitor. */
                "x-visitor-token"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypingBody"];
            };
        };
        responses: {
            /** @description It is shown for a few seconds, while a human has the conversation. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404-2"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "request-upload": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Form A may name it in its body instead.
                 * @example acme
                 */
                "x-tenant-id"?: string;
                /**
                 * @description The widget; the tenant’s default one need not be named.
                 * @example acme-web
                 */
                "x-widget-id"?: string;
                /**
                 * @description A UUID of the visitor’s session, made by the client. A conversation belongs to one.
                 * @example 6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11
                 */
                "x-session-id"?: string;
                /** @description `sha256=` and the HMAC of the request, where the widget has a signing secret. */
                "x-signature-256"?: string;
                /** @description When it was signed, in epoch seconds; five minutes either way are taken. */
                "x-signature-time"?: string;
                /** @description A JWT by which the site vouches for its visitor. */
                "x-visitor-token"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description Where to send it, for a few minutes. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "6fXnQ2rT8vLpZ0aB",
                     *       "upload": {
                     *         "url": "https://files.example.com/",
                     *         "method": "POST",
                     *         "fields": {
                     *           "key": "incoming/6fXnQ2rT8vLpZ0aB",
                     *           "Content-Type": "application/pdf",
                     *           "policy": "eyJleHBpcmF0aW9uIjoi…"
                     *         },
                     *         "expiresAt": "2026-11-18T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403-2"];
            404: components["responses"]["Refused404-3"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-upload": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The tenant. Form A may name it in its body instead.
                 * @example acme
                 */
                "x-tenant-id"?: string;
                /**
                 * @description The widget; the tenant’s default one need not be named.
                 * @example acme-web
                 */
                "x-widget-id"?: string;
                /**
                 * @description A UUID of the visitor’s session, made by the client. A conversation belongs to one.
                 * @example 6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11
                 */
                "x-session-id"?: string;
                /** @description `sha256=` and the HMAC of the request, where the widget has a signing secret. */
                "x-signature-256"?: string;
                /** @description When it was signed, in epoch seconds; five minutes either way are taken. */
                "x-signature-time"?: string;
                /** @description A JWT by which the site vouches for its visitor. */
                "x-visitor-token"?: string;
            };
            path: {
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it is available, and where to read it. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "6fXnQ2rT8vLpZ0aB",
                     *       "status": "available",
                     *       "type": "document",
                     *       "mimeType": "application/pdf",
                     *       "filename": "receipt.pdf",
                     *       "sizeBytes": 48213,
                     *       "url": "https://files.example.com/clean/receipt.pdf?X-Amz-Expires=300"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadState"];
                };
            };
            400: components["responses"]["Refused400-4"];
            401: components["responses"]["Refused401"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404-4"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-widget-settings": {
        parameters: {
            query: {
                tenant: string;
                widget?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its published settings. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "title": "Acme support",
                     *       "greeting": "Hello! How can we help?",
                     *       "color": "#0b5fff",
                     *       "position": "right",
                     *       "starters": [
                     *         "Where is my order?"
                     *       ],
                     *       "opening_hours": {
                     *         "monday": [
                     *           "09:00-17:00"
                     *         ],
                     *         "tuesday": [
                     *           "09:00-17:00"
                     *         ]
                     *       },
                     *       "time_zone": "Europe/Berlin",
                     *       "uploads": {
                     *         "maxBytes": 10485760,
                     *         "types": [
                     *           "image/png",
                     *           "image/jpeg",
                     *           "application/pdf"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["PublishedWidget"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-2"];
            403: components["responses"]["Refused403"];
            404: components["responses"]["Refused404-3"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "subscribe-webhook": {
        parameters: {
            query: {
                "hub.mode": "subscribe";
                "hub.verify_token": string;
                "hub.challenge": string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The challenge, as it was sent. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1158201444 */
                    "text/plain": string;
                };
            };
            400: components["responses"]["Refused400-2"];
            403: components["responses"]["Refused403-4"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "accept-webhook-chatapp-a": {
        parameters: {
            query?: never;
            header?: {
                /** @description `sha256=` and the HMAC of the body with the account’s secret, as Meta sends it. */
                "x-hub-signature-256"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-3"];
            404: components["responses"]["Refused404-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "accept-webhook-chatapp-b": {
        parameters: {
            query?: never;
            header?: {
                /** @description The key that was given to 360dialog. */
                "d360-api-key"?: string;
                /** @description `sha256=` and the HMAC of the body with the account’s secret, as Meta sends it. */
                "x-hub-signature-256"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-3"];
            404: components["responses"]["Refused404-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "accept-webhook-contactcenter": {
        parameters: {
            query?: never;
            header?: {
                /** @description `sha256=` and the HMAC of the request, where the account has a signing secret. */
                "x-signature-256"?: string;
                /** @description When it was signed, in epoch seconds; five minutes either way are taken. */
                "x-signature-time"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description It is kept. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-3"];
            403: components["responses"]["Refused403-3"];
            404: components["responses"]["Refused404-6"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenantId": "acme",
                     *       "roles": [
                     *         "admin"
                     *       ],
                     *       "features": [
                     *         "flows",
                     *         "widgets",
                     *         "reports"
                     *       ],
                     *       "user": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example",
                     *         "name": "Ada Admin"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SessionInformation"];
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-flows": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "support",
                     *           "title": "Support",
                     *           "live": {
                     *             "version": 7,
                     *             "canary": null
                     *           },
                     *           "draft": {
                     *             "by": {
                     *               "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *               "email": "admin@acme.example"
                     *             },
                     *             "at": "2026-11-17T14:05:00.000Z",
                     *             "basedOn": 7,
                     *             "faults": 0
                     *           },
                     *           "canaryEnded": null
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["FlowsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "create-flow": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewFlow"];
            };
        };
        responses: {
            /** @description The draft. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "definition": {
                     *         "start": "hello",
                     *         "steps": {
                     *           "hello": {
                     *             "kind": "message",
                     *             "text": "Hello! What is it about?",
                     *             "next": "order"
                     *           },
                     *           "order": {
                     *             "kind": "question",
                     *             "text": "What is the number of your order?",
                     *             "saveAs": "order",
                     *             "next": "bye"
                     *           },
                     *           "bye": {
                     *             "kind": "end",
                     *             "text": "Thank you."
                     *           }
                     *         }
                     *       },
                     *       "layout": {
                     *         "positions": {
                     *           "hello": {
                     *             "x": 0,
                     *             "y": 0
                     *           },
                     *           "order": {
                     *             "x": 0,
                     *             "y": 160
                     *           },
                     *           "bye": {
                     *             "x": 0,
                     *             "y": 320
                     *           }
                     *         }
                     *       },
                     *       "conversations": [
                     *         {
                     *           "title": "Asks for the number",
                     *           "turns": [
                     *             {
                     *               "user": "hello",
                     *               "replies": [
                     *                 "Hello! What is it about?"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "flowId": "support",
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "basedOn": 7,
                     *       "saved": true,
                     *       "country": "DE"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-flow": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "support",
                     *       "title": "Support",
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       },
                     *       "draft": {
                     *         "by": {
                     *           "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *           "email": "admin@acme.example"
                     *         },
                     *         "at": "2026-11-17T14:05:00.000Z",
                     *         "basedOn": 7,
                     *         "faults": 0
                     *       },
                     *       "canaryEnded": null,
                     *       "usedBy": [
                     *         {
                     *           "kind": "widget",
                     *           "id": "acme-web"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["FlowDetail"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-flow": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            409: components["responses"]["Refused409-3"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-draft": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The draft. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "definition": {
                     *         "start": "hello",
                     *         "steps": {
                     *           "hello": {
                     *             "kind": "message",
                     *             "text": "Hello! What is it about?",
                     *             "next": "order"
                     *           },
                     *           "order": {
                     *             "kind": "question",
                     *             "text": "What is the number of your order?",
                     *             "saveAs": "order",
                     *             "next": "bye"
                     *           },
                     *           "bye": {
                     *             "kind": "end",
                     *             "text": "Thank you."
                     *           }
                     *         }
                     *       },
                     *       "layout": {
                     *         "positions": {
                     *           "hello": {
                     *             "x": 0,
                     *             "y": 0
                     *           },
                     *           "order": {
                     *             "x": 0,
                     *             "y": 160
                     *           },
                     *           "bye": {
                     *             "x": 0,
                     *             "y": 320
                     *           }
                     *         }
                     *       },
                     *       "conversations": [
                     *         {
                     *           "title": "Asks for the number",
                     *           "turns": [
                     *             {
                     *               "user": "hello",
                     *               "replies": [
                     *                 "Hello! What is it about?"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "flowId": "support",
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "basedOn": 7,
                     *       "saved": true,
                     *       "country": "DE"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "save-draft": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftContent"];
            };
        };
        responses: {
            /** @description The draft as it is stored. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "definition": {
                     *         "start": "hello",
                     *         "steps": {
                     *           "hello": {
                     *             "kind": "message",
                     *             "text": "Hello! What is it about?",
                     *             "next": "order"
                     *           },
                     *           "order": {
                     *             "kind": "question",
                     *             "text": "What is the number of your order?",
                     *             "saveAs": "order",
                     *             "next": "bye"
                     *           },
                     *           "bye": {
                     *             "kind": "end",
                     *             "text": "Thank you."
                     *           }
                     *         }
                     *       },
                     *       "layout": {
                     *         "positions": {
                     *           "hello": {
                     *             "x": 0,
                     *             "y": 0
                     *           },
                     *           "order": {
                     *             "x": 0,
                     *             "y": 160
                     *           },
                     *           "bye": {
                     *             "x": 0,
                     *             "y": 320
                     *           }
                     *         }
                     *       },
                     *       "conversations": [
                     *         {
                     *           "title": "Asks for the number",
                     *           "turns": [
                     *             {
                     *               "user": "hello",
                     *               "replies": [
                     *                 "Hello! What is it about?"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "flowId": "support",
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "basedOn": 7,
                     *       "saved": true,
                     *       "country": "DE"
                     *     }
                     */
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "validate-draft": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What speaks against publishing it. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": false,
                     *       "faults": [
                     *         {
                     *           "path": "steps.order.next",
                     *           "message": "there is no step goodbye; did you mean bye?"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "scripts": [
                     *         {
                     *           "title": "Asks for the number",
                     *           "ok": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DraftValidation"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "test-draft": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftTest"];
            };
        };
        responses: {
            /** @description What it says, and why. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "state": {
                     *         "status": "active",
                     *         "flow": {
                     *           "id": "support",
                     *           "version": 0,
                     *           "stepId": "order"
                     *         },
                     *         "variables": {},
                     *         "attempts": 0,
                     *         "handoff": null,
                     *         "history": [
                     *           {
                     *             "role": "user",
                     *             "text": "Hello"
                     *           }
                     *         ]
                     *       },
                     *       "replies": [
                     *         {
                     *           "text": "Hello! What is it about?"
                     *         },
                     *         {
                     *           "text": "What is the number of your order?"
                     *         }
                     *       ],
                     *       "effects": [],
                     *       "ways": [
                     *         "hello.next"
                     *       ],
                     *       "calls": [],
                     *       "raised": null
                     *     }
                     */
                    "application/json": components["schemas"]["DraftTestResult"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-3"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "replay-draft": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftReplay"];
            };
        };
        responses: {
            /** @description Each conversation, turn by turn. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversations": [
                     *         {
                     *           "title": "Asks for the number",
                     *           "conversationId": null,
                     *           "turns": [
                     *             {
                     *               "action": {
                     *                 "user": "hello"
                     *               },
                     *               "before": [
                     *                 {
                     *                   "text": "Hello! What is it about?"
                     *                 }
                     *               ],
                     *               "now": [
                     *                 {
                     *                   "text": "Hello! What is it about?"
                     *                 },
                     *                 {
                     *                   "text": "What is the number of your order?"
                     *                 }
                     *               ],
                     *               "same": false,
                     *               "recorded": []
                     *             }
                     *           ],
                     *           "same": false,
                     *           "complete": true,
                     *           "stopped": null,
                     *           "raised": null
                     *         }
                     *       ],
                     *       "complete": true
                     *     }
                     */
                    "application/json": components["schemas"]["DraftReplayResult"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-8"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-3"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-versions": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, the latest first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "version": 7,
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z",
                     *           "note": "Asks for the number of the order",
                     *           "source": "draft"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["VersionsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-version": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 7,
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "note": "Asks for the number of the order",
                     *       "source": "draft",
                     *       "definition": {
                     *         "start": "hello",
                     *         "steps": {
                     *           "hello": {
                     *             "kind": "message",
                     *             "text": "Hello! What is it about?",
                     *             "next": "order"
                     *           },
                     *           "order": {
                     *             "kind": "question",
                     *             "text": "What is the number of your order?",
                     *             "saveAs": "order",
                     *             "next": "bye"
                     *           },
                     *           "bye": {
                     *             "kind": "end",
                     *             "text": "Thank you."
                     *           }
                     *         }
                     *       },
                     *       "layout": {
                     *         "positions": {
                     *           "hello": {
                     *             "x": 0,
                     *             "y": 0
                     *           },
                     *           "order": {
                     *             "x": 0,
                     *             "y": 160
                     *           },
                     *           "bye": {
                     *             "x": 0,
                     *             "y": 320
                     *           }
                     *         }
                     *       },
                     *       "conversations": [
                     *         {
                     *           "title": "Asks for the number",
                     *           "turns": [
                     *             {
                     *               "user": "hello",
                     *               "replies": [
                     *                 "Hello! What is it about?"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VersionDetail"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-9"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "publish-flow": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Publication"];
            };
        };
        responses: {
            /** @description What is live now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flowId": "support",
                     *       "version": 7,
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LiveChange"];
                };
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            409: components["responses"]["Refused409-4"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-3"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "roll-back-flow": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rollback"];
            };
        };
        responses: {
            /** @description What is live now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flowId": "support",
                     *       "version": 7,
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LiveChange"];
                };
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-9"];
            409: components["responses"]["Refused409-5"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "end-canary": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                flowId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CanaryEnd"];
            };
        };
        responses: {
            /** @description What is live now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flowId": "support",
                     *       "version": 7,
                     *       "live": {
                     *         "version": 7,
                     *         "canary": null
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["LiveChange"];
                };
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-7"];
            409: components["responses"]["Refused409-6"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-widgets": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "widget": {
                     *             "id": "acme-web",
                     *             "flow": "support",
                     *             "allowed_origins": [
                     *               "https://acme.example"
                     *             ],
                     *             "signing_secret": "widget:acme-web:signing_secret",
                     *             "appearance": {
                     *               "title": "Acme support",
                     *               "color": "#0b5fff"
                     *             }
                     *           },
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z",
                     *           "isDefault": true,
                     *           "secrets": [
                     *             {
                     *               "role": "signing_secret",
                     *               "set": true,
                     *               "required": false,
                     *               "previous": false,
                     *               "sharedWith": [],
                     *               "by": {
                     *                 "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *                 "email": "admin@acme.example"
                     *               },
                     *               "at": "2026-11-17T14:05:00.000Z"
                     *             },
                     *             {
                     *               "role": "identity_secret",
                     *               "set": false,
                     *               "required": false,
                     *               "previous": false,
                     *               "sharedWith": [],
                     *               "by": null,
                     *               "at": null
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["WidgetsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-widget": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                widgetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The widget. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "widget": {
                     *         "id": "acme-web",
                     *         "flow": "support",
                     *         "allowed_origins": [
                     *           "https://acme.example"
                     *         ],
                     *         "signing_secret": "widget:acme-web:signing_secret",
                     *         "appearance": {
                     *           "title": "Acme support",
                     *           "color": "#0b5fff"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "isDefault": true,
                     *       "secrets": [
                     *         {
                     *           "role": "signing_secret",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "identity_secret",
                     *           "set": false,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": null,
                     *           "at": null
                     *         }
                     *       ],
                     *       "refusedOrigins": [
                     *         {
                     *           "origin": "https://staging.acme.example",
                     *           "count": 3,
                     *           "lastAt": "2026-11-18T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "timeZone": "Europe/Berlin"
                     *     }
                     */
                    "application/json": components["schemas"]["WidgetDetails"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-3"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "save-widget": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description `*` creates what must not be there yet. */
                "if-none-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                widgetId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Widget"];
            };
        };
        responses: {
            /** @description The widget. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "widget": {
                     *         "id": "acme-web",
                     *         "flow": "support",
                     *         "allowed_origins": [
                     *           "https://acme.example"
                     *         ],
                     *         "signing_secret": "widget:acme-web:signing_secret",
                     *         "appearance": {
                     *           "title": "Acme support",
                     *           "color": "#0b5fff"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "isDefault": true,
                     *       "secrets": [
                     *         {
                     *           "role": "signing_secret",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "identity_secret",
                     *           "set": false,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": null,
                     *           "at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WidgetView"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-3"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-widget": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                widgetId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-3"];
            409: components["responses"]["Refused409-3"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "set-widget-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                widgetId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretValue"];
            };
        };
        responses: {
            /** @description The widget. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "widget": {
                     *         "id": "acme-web",
                     *         "flow": "support",
                     *         "allowed_origins": [
                     *           "https://acme.example"
                     *         ],
                     *         "signing_secret": "widget:acme-web:signing_secret",
                     *         "appearance": {
                     *           "title": "Acme support",
                     *           "color": "#0b5fff"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "isDefault": true,
                     *       "secrets": [
                     *         {
                     *           "role": "signing_secret",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "identity_secret",
                     *           "set": false,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": null,
                     *           "at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WidgetView"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-10"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-widget-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                widgetId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The widget. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "widget": {
                     *         "id": "acme-web",
                     *         "flow": "support",
                     *         "allowed_origins": [
                     *           "https://acme.example"
                     *         ],
                     *         "signing_secret": "widget:acme-web:signing_secret",
                     *         "appearance": {
                     *           "title": "Acme support",
                     *           "color": "#0b5fff"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "isDefault": true,
                     *       "secrets": [
                     *         {
                     *           "role": "signing_secret",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "identity_secret",
                     *           "set": false,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": null,
                     *           "at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WidgetView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-10"];
            409: components["responses"]["Refused409-3"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "end-widget-overlap": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                widgetId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The widget. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "widget": {
                     *         "id": "acme-web",
                     *         "flow": "support",
                     *         "allowed_origins": [
                     *           "https://acme.example"
                     *         ],
                     *         "signing_secret": "widget:acme-web:signing_secret",
                     *         "appearance": {
                     *           "title": "Acme support",
                     *           "color": "#0b5fff"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "isDefault": true,
                     *       "secrets": [
                     *         {
                     *           "role": "signing_secret",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "identity_secret",
                     *           "set": false,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": null,
                     *           "at": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WidgetView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-10"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-channels": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "account": {
                     *             "id": "main",
                     *             "channel": "chatapp",
                     *             "flow": "support",
                     *             "phone_number_id": "106540352242922",
                     *             "secrets": {
                     *               "app_secret": "chatapp:main:app_secret",
                     *               "sending_token": "chatapp:main:sending_token"
                     *             }
                     *           },
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z",
                     *           "secrets": [
                     *             {
                     *               "role": "app_secret",
                     *               "set": true,
                     *               "required": true,
                     *               "previous": false,
                     *               "sharedWith": [],
                     *               "by": {
                     *                 "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *                 "email": "admin@acme.example"
                     *               },
                     *               "at": "2026-11-17T14:05:00.000Z"
                     *             },
                     *             {
                     *               "role": "sending_token",
                     *               "set": true,
                     *               "required": false,
                     *               "previous": false,
                     *               "sharedWith": [],
                     *               "by": {
                     *                 "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *                 "email": "admin@acme.example"
                     *               },
                     *               "at": "2026-11-17T14:05:00.000Z"
                     *             }
                     *           ],
                     *           "warnings": [],
                     *           "health": {
                     *             "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *             "lastRefused": null,
                     *             "sending": {
                     *               "state": "open",
                     *               "reason": null,
                     *               "until": null
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-channel": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account; of secrets only that they are set. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "main",
                     *         "channel": "chatapp",
                     *         "flow": "support",
                     *         "phone_number_id": "106540352242922",
                     *         "secrets": {
                     *           "app_secret": "chatapp:main:app_secret",
                     *           "sending_token": "chatapp:main:sending_token"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "role": "app_secret",
                     *           "set": true,
                     *           "required": true,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "sending_token",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "health": {
                     *         "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *         "lastRefused": null,
                     *         "sending": {
                     *           "state": "open",
                     *           "reason": null,
                     *           "until": null
                     *         }
                     *       },
                     *       "webhookPath": "/v1/webhooks/chatapp-a",
                     *       "verifyToken": "4ad8c1f0e2b94c57",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "save-channel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description `*` creates what must not be there yet. */
                "if-none-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelContent"];
            };
        };
        responses: {
            /** @description The account; of secrets only that they are set. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "main",
                     *         "channel": "chatapp",
                     *         "flow": "support",
                     *         "phone_number_id": "106540352242922",
                     *         "secrets": {
                     *           "app_secret": "chatapp:main:app_secret",
                     *           "sending_token": "chatapp:main:sending_token"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "role": "app_secret",
                     *           "set": true,
                     *           "required": true,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "sending_token",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "health": {
                     *         "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *         "lastRefused": null,
                     *         "sending": {
                     *           "state": "open",
                     *           "reason": null,
                     *           "until": null
                     *         }
                     *       },
                     *       "webhookPath": "/v1/webhooks/chatapp-a",
                     *       "verifyToken": "4ad8c1f0e2b94c57",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            409: components["responses"]["Refused409-7"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-channel": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "set-channel-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretValue"];
            };
        };
        responses: {
            /** @description The account; of secrets only that they are set. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "main",
                     *         "channel": "chatapp",
                     *         "flow": "support",
                     *         "phone_number_id": "106540352242922",
                     *         "secrets": {
                     *           "app_secret": "chatapp:main:app_secret",
                     *           "sending_token": "chatapp:main:sending_token"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "role": "app_secret",
                     *           "set": true,
                     *           "required": true,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "sending_token",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "health": {
                     *         "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *         "lastRefused": null,
                     *         "sending": {
                     *           "state": "open",
                     *           "reason": null,
                     *           "until": null
                     *         }
                     *       },
                     *       "webhookPath": "/v1/webhooks/chatapp-a",
                     *       "verifyToken": "4ad8c1f0e2b94c57",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-12"];
            409: components["responses"]["Refused409-7"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-channel-secret": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account; of secrets only that they are set. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "main",
                     *         "channel": "chatapp",
                     *         "flow": "support",
                     *         "phone_number_id": "106540352242922",
                     *         "secrets": {
                     *           "app_secret": "chatapp:main:app_secret",
                     *           "sending_token": "chatapp:main:sending_token"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "role": "app_secret",
                     *           "set": true,
                     *           "required": true,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "sending_token",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "health": {
                     *         "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *         "lastRefused": null,
                     *         "sending": {
                     *           "state": "open",
                     *           "reason": null,
                     *           "until": null
                     *         }
                     *       },
                     *       "webhookPath": "/v1/webhooks/chatapp-a",
                     *       "verifyToken": "4ad8c1f0e2b94c57",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-12"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "end-secret-overlap": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
                role: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account; of secrets only that they are set. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "main",
                     *         "channel": "chatapp",
                     *         "flow": "support",
                     *         "phone_number_id": "106540352242922",
                     *         "secrets": {
                     *           "app_secret": "chatapp:main:app_secret",
                     *           "sending_token": "chatapp:main:sending_token"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "role": "app_secret",
                     *           "set": true,
                     *           "required": true,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "sending_token",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "health": {
                     *         "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *         "lastRefused": null,
                     *         "sending": {
                     *           "state": "open",
                     *           "reason": null,
                     *           "until": null
                     *         }
                     *       },
                     *       "webhookPath": "/v1/webhooks/chatapp-a",
                     *       "verifyToken": "4ad8c1f0e2b94c57",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-12"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "send-test-message": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestMessage"];
            };
        };
        responses: {
            /** @description What the provider said. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "outcome": "sent",
                     *       "reason": null,
                     *       "providerMessageId": "wamid.HBgNNDkxNTExMDAwMDAwMQ=="
                     *     }
                     */
                    "application/json": components["schemas"]["TestOutcome"];
                };
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            409: components["responses"]["Refused409-8"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "resume-channel": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account; of secrets only that they are set. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "account": {
                     *         "id": "main",
                     *         "channel": "chatapp",
                     *         "flow": "support",
                     *         "phone_number_id": "106540352242922",
                     *         "secrets": {
                     *           "app_secret": "chatapp:main:app_secret",
                     *           "sending_token": "chatapp:main:sending_token"
                     *         }
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "secrets": [
                     *         {
                     *           "role": "app_secret",
                     *           "set": true,
                     *           "required": true,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         },
                     *         {
                     *           "role": "sending_token",
                     *           "set": true,
                     *           "required": false,
                     *           "previous": false,
                     *           "sharedWith": [],
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "health": {
                     *         "lastAcceptedAt": "2026-11-18T09:30:00.000Z",
                     *         "lastRefused": null,
                     *         "sending": {
                     *           "state": "open",
                     *           "reason": null,
                     *           "until": null
                     *         }
                     *       },
                     *       "webhookPath": "/v1/webhooks/chatapp-a",
                     *       "verifyToken": "4ad8c1f0e2b94c57",
                     *       "waiting": 0
                     *     }
                     */
                    "application/json": components["schemas"]["ChannelView"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            409: components["responses"]["Refused409-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-conversations": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                status?: "active" | "waiting" | "taken" | "completed" | "expired" | "failed";
                flow?: string;
                version?: number;
                channel?: "webchat" | "chatapp" | "chatapp-360" | "contactcenter";
                place?: string;
                user?: string;
                from?: string;
                to?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *           "runId": "01KAP6W2K4R1S2T3V4W5X6Y7Z8",
                     *           "channel": "webchat",
                     *           "place": "acme-web",
                     *           "userId": "42",
                     *           "status": "taken",
                     *           "flow": {
                     *             "id": "support",
                     *             "version": 7,
                     *             "stepId": "order"
                     *           },
                     *           "startedAt": "2026-11-18T09:30:00.000Z",
                     *           "lastActivityAt": "2026-11-18T09:32:10.000Z",
                     *           "endedAt": null,
                     *           "messages": {
                     *             "visitor": 2,
                     *             "bot": 1,
                     *             "agent": 1
                     *           },
                     *           "handoffs": 1,
                     *           "queue": "support",
                     *           "owner": "Maria",
                     *           "language": "en",
                     *           "failedTurns": 0
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-figures": {
        parameters: {
            query: {
                from: string;
                to: string;
                channel?: "webchat" | "chatapp" | "chatapp-360" | "contactcenter";
                place?: string;
                group?: "hour" | "day" | "weekday-hour" | "flow" | "version" | "channel" | "place" | "queue" | "owner";
                compare?: "before";
                flow?: string;
                version?: number;
                costBy?: "flow" | "channel" | "place";
                queue?: string;
                within?: "20" | "30" | "60" | "120" | "300";
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "zone": "Europe/Berlin",
                     *       "from": "2026-11-09",
                     *       "to": "2026-11-15",
                     *       "until": "2026-11-18T09:30:00.000Z",
                     *       "rows": [
                     *         {
                     *           "key": "webchat/acme-web",
                     *           "label": {
                     *             "channel": "webchat",
                     *             "place": "acme-web"
                     *           },
                     *           "figures": {
                     *             "runs": {
                     *               "started": 200,
                     *               "open": 10,
                     *               "ended": 190,
                     *               "handedOver": 38,
                     *               "failed": 2,
                     *               "abandoned": 30,
                     *               "flowAlone": 120,
                     *               "handedOverShare": 0.2,
                     *               "failedShare": 0.0105,
                     *               "abandonedShare": 0.1579,
                     *               "flowAloneShare": 0.6316,
                     *               "containedShare": 0.7895,
                     *               "resolvedAssumed": 110,
                     *               "resolvedAssumedShare": 0.5789,
                     *               "resolvedFinal": true
                     *             },
                     *             "visitors": {
                     *               "distinct": 164,
                     *               "exact": true
                     *             },
                     *             "messages": {
                     *               "visitor": 900,
                     *               "bot": 1100,
                     *               "agent": 160,
                     *               "undelivered": 3,
                     *               "undeliveredShare": 0.0027
                     *             },
                     *             "turns": {
                     *               "turns": 900,
                     *               "failed": 2,
                     *               "failedShare": 0.0022
                     *             },
                     *             "tokens": 48000,
                     *             "costUsd": 0.0085,
                     *             "firstReply": {
                     *               "n": 200,
                     *               "p50": 380,
                     *               "p95": 1240
                     *             },
                     *             "turnTime": {
                     *               "n": 900,
                     *               "p50": 350,
                     *               "p95": 1180
                     *             },
                     *             "handoffs": {
                     *               "requested": 40,
                     *               "taken": 38,
                     *               "stillWaiting": 0,
                     *               "longestNowMs": 0,
                     *               "notTaken": 2,
                     *               "refusedByHours": 5,
                     *               "refusedByHoursShare": 0.1111,
                     *               "abandoned": 2,
                     *               "abandonedShare": 0.05,
                     *               "abandonedEarly": 1,
                     *               "serviceLevel": 0.85,
                     *               "neverAnswered": 1,
                     *               "waited": {
                     *                 "n": 38,
                     *                 "p50": 24000,
                     *                 "p95": 95000,
                     *                 "histogram": [
                     *                   {
                     *                     "untilMs": 30000,
                     *                     "n": 25
                     *                   }
                     *                 ]
                     *               },
                     *               "waitedInside": {
                     *                 "n": 38,
                     *                 "p50": 22000,
                     *                 "p95": 80000
                     *               },
                     *               "firstResponse": {
                     *                 "n": 37,
                     *                 "p50": 41000,
                     *                 "p95": 130000
                     *               },
                     *               "responseTime": {
                     *                 "n": 120,
                     *                 "p50": 35000,
                     *                 "p95": 110000
                     *               },
                     *               "heldMs": 9600000,
                     *               "attendedMs": 5400000,
                     *               "ended": {
                     *                 "returned": 6,
                     *                 "closed": 30,
                     *                 "expired": 1,
                     *                 "visitor": 1,
                     *                 "erased": 0
                     *               }
                     *             },
                     *             "csat": {
                     *               "asked": 30,
                     *               "answered": 24,
                     *               "answerShare": 0.8,
                     *               "good": 20,
                     *               "goodShare": 0.8333,
                     *               "mean": 4.2,
                     *               "answers": [
                     *                 1,
                     *                 1,
                     *                 2,
                     *                 8,
                     *                 12
                     *               ]
                     *             },
                     *             "nps": {
                     *               "asked": 0,
                     *               "answered": 0,
                     *               "promoters": 0,
                     *               "detractors": 0,
                     *               "score": null
                     *             },
                     *             "resolved": {
                     *               "asked": 30,
                     *               "yes": 21,
                     *               "no": 4,
                     *               "share": 0.84
                     *             }
                     *           },
                     *           "compared": null
                     *         }
                     *       ],
                     *       "total": {
                     *         "runs": {
                     *           "started": 200,
                     *           "open": 10,
                     *           "ended": 190,
                     *           "handedOver": 38,
                     *           "failed": 2,
                     *           "abandoned": 30,
                     *           "flowAlone": 120,
                     *           "handedOverShare": 0.2,
                     *           "failedShare": 0.0105,
                     *           "abandonedShare": 0.1579,
                     *           "flowAloneShare": 0.6316,
                     *           "containedShare": 0.7895,
                     *           "resolvedAssumed": 110,
                     *           "resolvedAssumedShare": 0.5789,
                     *           "resolvedFinal": true
                     *         },
                     *         "visitors": {
                     *           "distinct": 164,
                     *           "exact": true
                     *         },
                     *         "messages": {
                     *           "visitor": 900,
                     *           "bot": 1100,
                     *           "agent": 160,
                     *           "undelivered": 3,
                     *           "undeliveredShare": 0.0027
                     *         },
                     *         "turns": {
                     *           "turns": 900,
                     *           "failed": 2,
                     *           "failedShare": 0.0022
                     *         },
                     *         "tokens": 48000,
                     *         "costUsd": 0.0085,
                     *         "firstReply": {
                     *           "n": 200,
                     *           "p50": 380,
                     *           "p95": 1240
                     *         },
                     *         "turnTime": {
                     *           "n": 900,
                     *           "p50": 350,
                     *           "p95": 1180
                     *         },
                     *         "handoffs": {
                     *           "requested": 40,
                     *           "taken": 38,
                     *           "stillWaiting": 0,
                     *           "longestNowMs": 0,
                     *           "notTaken": 2,
                     *           "refusedByHours": 5,
                     *           "refusedByHoursShare": 0.1111,
                     *           "abandoned": 2,
                     *           "abandonedShare": 0.05,
                     *           "abandonedEarly": 1,
                     *           "serviceLevel": 0.85,
                     *           "neverAnswered": 1,
                     *           "waited": {
                     *             "n": 38,
                     *             "p50": 24000,
                     *             "p95": 95000,
                     *             "histogram": [
                     *               {
                     *                 "untilMs": 30000,
                     *                 "n": 25
                     *               }
                     *             ]
                     *           },
                     *           "waitedInside": {
                     *             "n": 38,
                     *             "p50": 22000,
                     *             "p95": 80000
                     *           },
                     *           "firstResponse": {
                     *             "n": 37,
                     *             "p50": 41000,
                     *             "p95": 130000
                     *           },
                     *           "responseTime": {
                     *             "n": 120,
                     *             "p50": 35000,
                     *             "p95": 110000
                     *           },
                     *           "heldMs": 9600000,
                     *           "attendedMs": 5400000,
                     *           "ended": {
                     *             "returned": 6,
                     *             "closed": 30,
                     *             "expired": 1,
                     *             "visitor": 1,
                     *             "erased": 0
                     *           }
                     *         },
                     *         "csat": {
                     *           "asked": 30,
                     *           "answered": 24,
                     *           "answerShare": 0.8,
                     *           "good": 20,
                     *           "goodShare": 0.8333,
                     *           "mean": 4.2,
                     *           "answers": [
                     *             1,
                     *             1,
                     *             2,
                     *             8,
                     *             12
                     *           ]
                     *         },
                     *         "nps": {
                     *           "asked": 0,
                     *           "answered": 0,
                     *           "promoters": 0,
                     *           "detractors": 0,
                     *           "score": null
                     *         },
                     *         "resolved": {
                     *           "asked": 30,
                     *           "yes": 21,
                     *           "no": 4,
                     *           "share": 0.84
                     *         }
                     *       },
                     *       "compared": null
                     *     }
                     */
                    "application/json": components["schemas"]["FiguresAnswer"];
                    /**
                     * @example channel,place,runs.started,runs.open
                     *     webchat,acme-web,200,10
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-steps": {
        parameters: {
            query: {
                from: string;
                to: string;
                channel?: "webchat" | "chatapp" | "chatapp-360" | "contactcenter";
                place?: string;
                flow: string;
                version?: number;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its steps, with who reached and left them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "zone": "Europe/Berlin",
                     *       "from": "2026-11-09",
                     *       "to": "2026-11-15",
                     *       "until": "2026-11-18T09:30:00.000Z",
                     *       "flow": "support",
                     *       "started": 200,
                     *       "steps": [
                     *         {
                     *           "version": 7,
                     *           "stepId": "hello",
                     *           "reached": 200,
                     *           "left": 12,
                     *           "reachedShare": 1,
                     *           "leavingShare": 0.06
                     *         },
                     *         {
                     *           "version": 7,
                     *           "stepId": "order",
                     *           "reached": 188,
                     *           "left": 18,
                     *           "reachedShare": 0.94,
                     *           "leavingShare": 0.0957
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StepsAnswer"];
                    /**
                     * @example flow,version,step,started,reached,left,reachedShare,leavingShare
                     *     support,7,hello,200,200,12,1,0.06
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "compare-versions": {
        parameters: {
            query: {
                from: string;
                to: string;
                channel?: "webchat" | "chatapp" | "chatapp-360" | "contactcenter";
                place?: string;
                flow: string;
                version: number;
                against: number;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures of both, and how they differ. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "zone": "Europe/Berlin",
                     *       "from": "2026-11-09",
                     *       "to": "2026-11-15",
                     *       "until": "2026-11-18T09:30:00.000Z",
                     *       "flow": "support",
                     *       "versions": [
                     *         {
                     *           "version": 7,
                     *           "figures": {
                     *             "runs": {
                     *               "started": 200,
                     *               "open": 10,
                     *               "ended": 190,
                     *               "handedOver": 38,
                     *               "failed": 2,
                     *               "abandoned": 30,
                     *               "flowAlone": 120,
                     *               "handedOverShare": 0.2,
                     *               "failedShare": 0.0105,
                     *               "abandonedShare": 0.1579,
                     *               "flowAloneShare": 0.6316,
                     *               "containedShare": 0.7895,
                     *               "resolvedAssumed": 110,
                     *               "resolvedAssumedShare": 0.5789,
                     *               "resolvedFinal": true
                     *             },
                     *             "visitors": {
                     *               "distinct": 164,
                     *               "exact": true
                     *             },
                     *             "messages": {
                     *               "visitor": 900,
                     *               "bot": 1100,
                     *               "agent": 160,
                     *               "undelivered": 3,
                     *               "undeliveredShare": 0.0027
                     *             },
                     *             "turns": {
                     *               "turns": 900,
                     *               "failed": 2,
                     *               "failedShare": 0.0022
                     *             },
                     *             "tokens": 48000,
                     *             "costUsd": 0.0085,
                     *             "firstReply": {
                     *               "n": 200,
                     *               "p50": 380,
                     *               "p95": 1240
                     *             },
                     *             "turnTime": {
                     *               "n": 900,
                     *               "p50": 350,
                     *               "p95": 1180
                     *             },
                     *             "handoffs": {
                     *               "requested": 40,
                     *               "taken": 38,
                     *               "stillWaiting": 0,
                     *               "longestNowMs": 0,
                     *               "notTaken": 2,
                     *               "refusedByHours": 5,
                     *               "refusedByHoursShare": 0.1111,
                     *               "abandoned": 2,
                     *               "abandonedShare": 0.05,
                     *               "abandonedEarly": 1,
                     *               "serviceLevel": 0.85,
                     *               "neverAnswered": 1,
                     *               "waited": {
                     *                 "n": 38,
                     *                 "p50": 24000,
                     *                 "p95": 95000,
                     *                 "histogram": [
                     *                   {
                     *                     "untilMs": 30000,
                     *                     "n": 25
                     *                   }
                     *                 ]
                     *               },
                     *               "waitedInside": {
                     *                 "n": 38,
                     *                 "p50": 22000,
                     *                 "p95": 80000
                     *               },
                     *               "firstResponse": {
                     *                 "n": 37,
                     *                 "p50": 41000,
                     *                 "p95": 130000
                     *               },
                     *               "responseTime": {
                     *                 "n": 120,
                     *                 "p50": 35000,
                     *                 "p95": 110000
                     *               },
                     *               "heldMs": 9600000,
                     *               "attendedMs": 5400000,
                     *               "ended": {
                     *                 "returned": 6,
                     *                 "closed": 30,
                     *                 "expired": 1,
                     *                 "visitor": 1,
                     *                 "erased": 0
                     *               }
                     *             },
                     *             "csat": {
                     *               "asked": 30,
                     *               "answered": 24,
                     *               "answerShare": 0.8,
                     *               "good": 20,
                     *               "goodShare": 0.8333,
                     *               "mean": 4.2,
                     *               "answers": [
                     *                 1,
                     *                 1,
                     *                 2,
                     *                 8,
                     *                 12
                     *               ]
                     *             },
                     *             "nps": {
                     *               "asked": 0,
                     *               "answered": 0,
                     *               "promoters": 0,
                     *               "detractors": 0,
                     *               "score": null
                     *             },
                     *             "resolved": {
                     *               "asked": 30,
                     *               "yes": 21,
                     *               "no": 4,
                     *               "share": 0.84
                     *             }
                     *           }
                     *         },
                     *         {
                     *           "version": 6,
                     *           "figures": {
                     *             "runs": {
                     *               "started": 200,
                     *               "open": 10,
                     *               "ended": 190,
                     *               "handedOver": 38,
                     *               "failed": 2,
                     *               "abandoned": 30,
                     *               "flowAlone": 120,
                     *               "handedOverShare": 0.2,
                     *               "failedShare": 0.0105,
                     *               "abandonedShare": 0.1579,
                     *               "flowAloneShare": 0.6316,
                     *               "containedShare": 0.7895,
                     *               "resolvedAssumed": 110,
                     *               "resolvedAssumedShare": 0.5789,
                     *               "resolvedFinal": true
                     *             },
                     *             "visitors": {
                     *               "distinct": 164,
                     *               "exact": true
                     *             },
                     *             "messages": {
                     *               "visitor": 900,
                     *               "bot": 1100,
                     *               "agent": 160,
                     *               "undelivered": 3,
                     *               "undeliveredShare": 0.0027
                     *             },
                     *             "turns": {
                     *               "turns": 900,
                     *               "failed": 2,
                     *               "failedShare": 0.0022
                     *             },
                     *             "tokens": 48000,
                     *             "costUsd": 0.0085,
                     *             "firstReply": {
                     *               "n": 200,
                     *               "p50": 380,
                     *               "p95": 1240
                     *             },
                     *             "turnTime": {
                     *               "n": 900,
                     *               "p50": 350,
                     *               "p95": 1180
                     *             },
                     *             "handoffs": {
                     *               "requested": 40,
                     *               "taken": 38,
                     *               "stillWaiting": 0,
                     *               "longestNowMs": 0,
                     *               "notTaken": 2,
                     *               "refusedByHours": 5,
                     *               "refusedByHoursShare": 0.1111,
                     *               "abandoned": 2,
                     *               "abandonedShare": 0.05,
                     *               "abandonedEarly": 1,
                     *               "serviceLevel": 0.85,
                     *               "neverAnswered": 1,
                     *               "waited": {
                     *                 "n": 38,
                     *                 "p50": 24000,
                     *                 "p95": 95000,
                     *                 "histogram": [
                     *                   {
                     *                     "untilMs": 30000,
                     *                     "n": 25
                     *                   }
                     *                 ]
                     *               },
                     *               "waitedInside": {
                     *                 "n": 38,
                     *                 "p50": 22000,
                     *                 "p95": 80000
                     *               },
                     *               "firstResponse": {
                     *                 "n": 37,
                     *                 "p50": 41000,
                     *                 "p95": 130000
                     *               },
                     *               "responseTime": {
                     *                 "n": 120,
                     *                 "p50": 35000,
                     *                 "p95": 110000
                     *               },
                     *               "heldMs": 9600000,
                     *               "attendedMs": 5400000,
                     *               "ended": {
                     *                 "returned": 6,
                     *                 "closed": 30,
                     *                 "expired": 1,
                     *                 "visitor": 1,
                     *                 "erased": 0
                     *               }
                     *             },
                     *             "csat": {
                     *               "asked": 30,
                     *               "answered": 24,
                     *               "answerShare": 0.8,
                     *               "good": 20,
                     *               "goodShare": 0.8333,
                     *               "mean": 4.2,
                     *               "answers": [
                     *                 1,
                     *                 1,
                     *                 2,
                     *                 8,
                     *                 12
                     *               ]
                     *             },
                     *             "nps": {
                     *               "asked": 0,
                     *               "answered": 0,
                     *               "promoters": 0,
                     *               "detractors": 0,
                     *               "score": null
                     *             },
                     *             "resolved": {
                     *               "asked": 30,
                     *               "yes": 21,
                     *               "no": 4,
                     *               "share": 0.84
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "differences": [
                     *         {
                     *           "figure": "handedOverShare",
                     *           "difference": -0.04,
                     *           "low": -0.09,
                     *           "high": 0.01
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["VersionsAnswer"];
                    /**
                     * @example flow,version,runs.started
                     *     support,7,200
                     *     figure,difference,low,high
                     *     handedOverShare,-0.04,-0.09,0.01
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-refusals": {
        parameters: {
            query: {
                from: string;
                to: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How often, by code and site. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "zone": "Europe/Berlin",
                     *       "from": "2026-11-09",
                     *       "to": "2026-11-15",
                     *       "until": "2026-11-18T09:30:00.000Z",
                     *       "keptDays": 90,
                     *       "total": {
                     *         "count": 15,
                     *         "messages": 4
                     *       },
                     *       "rows": [
                     *         {
                     *           "code": "origin_not_allowed",
                     *           "origin": "https://staging.acme.example",
                     *           "count": 12,
                     *           "messages": 3
                     *         },
                     *         {
                     *           "code": "conversation_not_found",
                     *           "origin": "none",
                     *           "count": 2,
                     *           "messages": 0
                     *         },
                     *         {
                     *           "code": "rate_limited",
                     *           "origin": "https://www.acme.example",
                     *           "count": 1,
                     *           "messages": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        zone: string;
                        /** Format: date */
                        from: string;
                        /** Format: date */
                        to: string;
                        until: string | null;
                        keptDays: number;
                        total: {
                            count: number;
                            messages: number;
                        };
                        rows: {
                            code: string;
                            origin: string;
                            count: number;
                            messages: number;
                        }[];
                    };
                    /**
                     * @example code,origin,count,messages
                     *     origin_not_allowed,https://staging.acme.example,12,3
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-conversation": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *       "channel": "webchat",
                     *       "widgetId": "acme-web",
                     *       "userId": "42",
                     *       "status": "handoff",
                     *       "flow": {
                     *         "id": "support",
                     *         "version": 7,
                     *         "stepId": "order"
                     *       },
                     *       "variables": {
                     *         "order": "A-17"
                     *       },
                     *       "handoff": {
                     *         "reason": "Where is order A-17?",
                     *         "queue": "support",
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "id": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "state": "with_agent"
                     *       },
                     *       "waiting": 0,
                     *       "messages": 4,
                     *       "lastActivityAt": "2026-11-18T09:32:10.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ConversationView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-messages": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                after?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, oldest first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01KAP6W2K5A1B2C3D4E5F6G7H8",
                     *           "seq": 1,
                     *           "author": "user",
                     *           "text": "Hello",
                     *           "timestamp": "2026-11-18T09:30:00.000Z"
                     *         },
                     *         {
                     *           "id": "01KAP6W2KYJ9K8M7N6P5Q4R3S2",
                     *           "seq": 2,
                     *           "author": "bot",
                     *           "text": "Hello! What is it about?",
                     *           "choices": [
                     *             {
                     *               "label": "My order",
                     *               "value": "order"
                     *             },
                     *             {
                     *               "label": "Something else",
                     *               "value": "other"
                     *             }
                     *           ],
                     *           "timestamp": "2026-11-18T09:30:00.412Z"
                     *         },
                     *         {
                     *           "id": "01KAP6X31MT2V3W4X5Y6Z7A8B9",
                     *           "seq": 3,
                     *           "author": "user",
                     *           "text": "Where is my order A-17?",
                     *           "timestamp": "2026-11-18T09:31:20.000Z"
                     *         },
                     *         {
                     *           "id": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *           "seq": 4,
                     *           "author": "agent",
                     *           "agent": {
                     *             "name": "Maria"
                     *           },
                     *           "text": "It left us this morning.",
                     *           "timestamp": "2026-11-18T09:32:10.000Z"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TranscriptPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "trace-message": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
                messageId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Its way through the flow. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "turnId": "01KAP6W2K5T1V2W3X4Y5Z6A7B8",
                     *       "correlationId": "5f0c9a4e-7a53-4d2b-9a43-1de0b6a1f6c2",
                     *       "committedAt": "2026-11-18T09:30:00.412Z",
                     *       "inbound": "01KAP6W2K5A1B2C3D4E5F6G7H8",
                     *       "flow": {
                     *         "id": "support",
                     *         "version": 7,
                     *         "stepId": "order"
                     *       },
                     *       "status": "active",
                     *       "notices": [],
                     *       "failed": null,
                     *       "replies": [
                     *         {
                     *           "id": "01KAP6W2KYJ9K8M7N6P5Q4R3S2",
                     *           "at": "2026-11-18T09:30:00.412Z",
                     *           "detail": "read by the widget"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MessageTrace"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-13"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-tenants": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "tenant": {
                     *             "id": "acme",
                     *             "name": "Acme",
                     *             "status": "active",
                     *             "default_widget": "acme-web",
                     *             "time_zone": "Europe/Berlin",
                     *             "queues": [
                     *               "support"
                     *             ],
                     *             "features": [
                     *               "flows",
                     *               "widgets",
                     *               "reports"
                     *             ]
                     *           },
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TenantsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "create-tenant": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTenant"];
            };
        };
        responses: {
            /** @description The tenant. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant": {
                     *         "id": "acme",
                     *         "name": "Acme",
                     *         "status": "active",
                     *         "default_widget": "acme-web",
                     *         "time_zone": "Europe/Berlin",
                     *         "queues": [
                     *           "support"
                     *         ],
                     *         "features": [
                     *           "flows",
                     *           "widgets",
                     *           "reports"
                     *         ]
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TenantView"];
                };
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-tenant": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant": {
                     *         "id": "acme",
                     *         "name": "Acme",
                     *         "status": "active",
                     *         "default_widget": "acme-web",
                     *         "time_zone": "Europe/Berlin",
                     *         "queues": [
                     *           "support"
                     *         ],
                     *         "features": [
                     *           "flows",
                     *           "widgets",
                     *           "reports"
                     *         ]
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TenantView"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "change-tenant": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantPatch"];
            };
        };
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant": {
                     *         "id": "acme",
                     *         "name": "Acme",
                     *         "status": "active",
                     *         "default_widget": "acme-web",
                     *         "time_zone": "Europe/Berlin",
                     *         "queues": [
                     *           "support"
                     *         ],
                     *         "features": [
                     *           "flows",
                     *           "widgets",
                     *           "reports"
                     *         ]
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TenantView"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-3"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "suspend-tenant": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant": {
                     *         "id": "acme",
                     *         "name": "Acme",
                     *         "status": "active",
                     *         "default_widget": "acme-web",
                     *         "time_zone": "Europe/Berlin",
                     *         "queues": [
                     *           "support"
                     *         ],
                     *         "features": [
                     *           "flows",
                     *           "widgets",
                     *           "reports"
                     *         ]
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TenantView"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-5"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "resume-tenant": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                tenantId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenant": {
                     *         "id": "acme",
                     *         "name": "Acme",
                     *         "status": "active",
                     *         "default_widget": "acme-web",
                     *         "time_zone": "Europe/Berlin",
                     *         "queues": [
                     *           "support"
                     *         ],
                     *         "features": [
                     *           "flows",
                     *           "widgets",
                     *           "reports"
                     *         ]
                     *       },
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["TenantView"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-7"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-5"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-handoff-settings": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings, and which live flows name which queue. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queues": [
                     *         "support"
                     *       ],
                     *       "handoff": {
                     *         "reclaim_minutes": 5,
                     *         "texts": {
                     *           "missed": "Nobody is there now. Write to us at help@acme.example."
                     *         }
                     *       },
                     *       "usedBy": [
                     *         {
                     *           "queue": "support",
                     *           "flow": "support"
                     *         }
                     *       ],
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": {
                        queues: string[];
                        handoff: {
                            reclaim_minutes?: number;
                            idle_close_hours?: number;
                            texts?: {
                                joined?: string;
                                looking?: string;
                                missed?: string;
                                idle?: string;
                            };
                        };
                        usedBy: {
                            queue: string;
                            flow: string;
                        }[];
                        by: {
                            id: string;
                            email: string | null;
                        } | null;
                        at: string | null;
                    };
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "change-handoff-settings": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    queues?: string[];
                    handoff?: {
                        reclaim_minutes?: number;
                        idle_close_hours?: number;
                        texts?: {
                            joined?: string;
                            looking?: string;
                            missed?: string;
                            idle?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The settings, and which live flows name which queue. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "queues": [
                     *         "support"
                     *       ],
                     *       "handoff": {
                     *         "reclaim_minutes": 5,
                     *         "texts": {
                     *           "missed": "Nobody is there now. Write to us at help@acme.example."
                     *         }
                     *       },
                     *       "usedBy": [
                     *         {
                     *           "queue": "support",
                     *           "flow": "support"
                     *         }
                     *       ],
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z"
                     *     }
                     */
                    "application/json": {
                        queues: string[];
                        handoff: {
                            reclaim_minutes?: number;
                            idle_close_hours?: number;
                            texts?: {
                                joined?: string;
                                looking?: string;
                                missed?: string;
                                idle?: string;
                            };
                        };
                        usedBy: {
                            queue: string;
                            flow: string;
                        }[];
                        by: {
                            id: string;
                            email: string | null;
                        } | null;
                        at: string | null;
                    };
                };
            };
            400: components["responses"]["Refused400-3"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-3"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-service-keys": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "k7Qm2x",
                     *           "name": "Shop system",
                     *           "capabilities": [
                     *             "conversations:read",
                     *             "messages:send"
                     *           ],
                     *           "createdAt": "2026-11-17T14:05:00.000Z",
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "expiresAt": "2027-11-17T00:00:00.000Z",
                     *           "lastUsedAt": "2026-11-18T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceKeysPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "create-service-key": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewServiceKey"];
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "k7Qm2x",
                     *       "name": "Shop system",
                     *       "capabilities": [
                     *         "conversations:read",
                     *         "messages:send"
                     *       ],
                     *       "createdAt": "2026-11-17T14:05:00.000Z",
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "expiresAt": "2027-11-17T00:00:00.000Z",
                     *       "lastUsedAt": null,
                     *       "key": "mgw_k7Qm2x_EXAMPLE-told-only-once"
                     *     }
                     */
                    "application/json": components["schemas"]["MadeServiceKey"];
                };
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "revoke-service-key": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is refused everywhere within a minute. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-14"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-admins": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The names of up to five admins. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "Ada Admin"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AdminNames"];
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-audit": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                who?: string;
                action?: string;
                resource?: string;
                from?: string;
                to?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of it, the latest first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01KAM4ZK10A2B3C4D5E6F7G8H9",
                     *           "at": "2026-11-17T14:05:00.000Z",
                     *           "who": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example",
                     *             "role": "admin",
                     *             "tenantId": "acme"
                     *           },
                     *           "action": "flow.publish",
                     *           "resource": {
                     *             "kind": "flow",
                     *             "id": "support"
                     *           },
                     *           "outcome": "done",
                     *           "changes": [
                     *             {
                     *               "path": "live.version",
                     *               "before": 6,
                     *               "after": 7
                     *             }
                     *           ],
                     *           "note": "Asks for the number of the order",
                     *           "sourceIp": "203.0.113.7",
                     *           "correlationId": "5f0c9a4e-7a53-4d2b-9a43-1de0b6a1f6c2"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["AuditPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-saved-replies": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01KAM2C0Q8H1J2K3M4N5P6Q7R8",
                     *           "name": "Where is it",
                     *           "text": "Hello {{ user.firstName | there }}, it is on its way.",
                     *           "language": "en",
                     *           "by": {
                     *             "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *             "email": "admin@acme.example"
                     *           },
                     *           "at": "2026-11-17T14:05:00.000Z",
                     *           "etag": "\"3\""
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["SavedRepliesPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "create-saved-reply": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedReplyBody"];
            };
        };
        responses: {
            /** @description The saved reply. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KAM2C0Q8H1J2K3M4N5P6Q7R8",
                     *       "name": "Where is it",
                     *       "text": "Hello {{ user.firstName | there }}, it is on its way.",
                     *       "language": "en",
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "etag": "\"3\""
                     *     }
                     */
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-9"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "change-saved-reply": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                textId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedReplyBody"];
            };
        };
        responses: {
            /** @description The saved reply. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KAM2C0Q8H1J2K3M4N5P6Q7R8",
                     *       "name": "Where is it",
                     *       "text": "Hello {{ user.firstName | there }}, it is on its way.",
                     *       "language": "en",
                     *       "by": {
                     *         "id": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
                     *         "email": "admin@acme.example"
                     *       },
                     *       "at": "2026-11-17T14:05:00.000Z",
                     *       "etag": "\"3\""
                     *     }
                     */
                    "application/json": components["schemas"]["SavedReply"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-15"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-saved-reply": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                textId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is gone. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-15"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-users": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "email": "maria@acme.example",
                     *           "name": "Maria",
                     *           "role": "editor",
                     *           "status": "active",
                     *           "hasSecondFactor": true,
                     *           "createdAt": "2026-09-01T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "invite-user": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Invitation"];
            };
        };
        responses: {
            /** @description The user. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "email": "maria@acme.example",
                     *       "name": "Maria",
                     *       "role": "editor",
                     *       "status": "active",
                     *       "hasSecondFactor": true,
                     *       "createdAt": "2026-09-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["Refused400-5"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-8"];
            404: components["responses"]["Refused404-5"];
            409: components["responses"]["Refused409-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-user": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "email": "maria@acme.example",
                     *       "name": "Maria",
                     *       "role": "editor",
                     *       "status": "active",
                     *       "hasSecondFactor": true,
                     *       "createdAt": "2026-09-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-16"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "delete-user": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description They are gone, and signed out. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-9"];
            404: components["responses"]["Refused404-16"];
            409: components["responses"]["Refused409-10"];
            412: components["responses"]["Refused412"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "change-user": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "email": "maria@acme.example",
                     *       "name": "Maria",
                     *       "role": "editor",
                     *       "status": "active",
                     *       "hasSecondFactor": true,
                     *       "createdAt": "2026-09-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["Refused400-6"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-9"];
            404: components["responses"]["Refused404-16"];
            409: components["responses"]["Refused409-10"];
            412: components["responses"]["Refused412"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "reset-password": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. Without it, what is stored is changed, whatever it is. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "email": "maria@acme.example",
                     *       "name": "Maria",
                     *       "role": "editor",
                     *       "status": "active",
                     *       "hasSecondFactor": true,
                     *       "createdAt": "2026-09-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-9"];
            404: components["responses"]["Refused404-16"];
            409: components["responses"]["Refused409-11"];
            412: components["responses"]["Refused412"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "reset-mfa": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. Without it, what is stored is changed, whatever it is. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "email": "maria@acme.example",
                     *       "name": "Maria",
                     *       "role": "editor",
                     *       "status": "active",
                     *       "hasSecondFactor": true,
                     *       "createdAt": "2026-09-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-9"];
            404: components["responses"]["Refused404-16"];
            409: components["responses"]["Refused409-12"];
            412: components["responses"]["Refused412"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "sign-out-user": {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was read. Without it, what is stored is changed, whatever it is. */
                "if-match"?: string;
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *       "email": "maria@acme.example",
                     *       "name": "Maria",
                     *       "role": "editor",
                     *       "status": "active",
                     *       "hasSecondFactor": true,
                     *       "createdAt": "2026-09-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["AdminUser"];
                };
            };
            400: components["responses"]["Refused400-8"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-9"];
            404: components["responses"]["Refused404-16"];
            409: components["responses"]["Refused409-12"];
            412: components["responses"]["Refused412"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "export-person": {
        parameters: {
            query?: {
                cursor?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of it; go on while `cursor` is not null. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tenantId": "acme",
                     *       "channel": "webchat",
                     *       "userId": "42",
                     *       "exportedAt": "2026-11-20T08:00:00.000Z",
                     *       "names": [
                     *         "webchat:42"
                     *       ],
                     *       "conversations": [
                     *         {
                     *           "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *           "lastActivityAt": "2026-11-18T09:32:10.000Z",
                     *           "turns": [
                     *             {
                     *               "turnId": "01KAP6W2K5T1V2W3X4Y5Z6A7B8",
                     *               "at": "2026-11-18T09:30:00.412Z"
                     *             }
                     *           ],
                     *           "largeMessages": [],
                     *           "files": [
                     *             {
                     *               "fileId": "6fXnQ2rT8vLpZ0aB",
                     *               "status": "available",
                     *               "url": "https://files.example.com/clean/receipt.pdf"
                     *             }
                     *           ],
                     *           "runs": [],
                     *           "deadLetters": []
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["PersonExport"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "erase-person": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All is gone. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "done": true,
                     *       "conversations": 1,
                     *       "turns": 3,
                     *       "deadLetters": 0,
                     *       "names": 1
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            /** @description There is more: send the same request again, which goes on. */
            202: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-handoffs": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "waiting" | "mine" | "taken";
                queue?: string;
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, the longest waiting first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *           "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *           "version": 9,
                     *           "epoch": 2,
                     *           "state": "taken",
                     *           "queue": "support",
                     *           "reason": "Where is order A-17?",
                     *           "owner": {
                     *             "kind": "user",
                     *             "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "name": "Maria"
                     *           },
                     *           "offer": null,
                     *           "visitor": {
                     *             "id": "42",
                     *             "name": "Ada",
                     *             "channel": "webchat",
                     *             "language": "en",
                     *             "verified": true
                     *           },
                     *           "requestedAt": "2026-11-18T09:31:20.000Z",
                     *           "waitingSince": null,
                     *           "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *           "lastText": "It left us this morning.",
                     *           "lastSeq": 4
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "list-templates": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                search?: string;
                sendable?: "0" | "1";
                renew?: "0" | "1";
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                channel: string;
                accountId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "name": "order_left",
                     *           "language": "en",
                     *           "status": "APPROVED",
                     *           "category": "UTILITY",
                     *           "parameters": "positional",
                     *           "header": null,
                     *           "body": {
                     *             "text": "Your order {{1}} has left us.",
                     *             "placeholders": [
                     *               "1"
                     *             ]
                     *           },
                     *           "footer": "Acme",
                     *           "buttons": [
                     *             {
                     *               "kind": "url",
                     *               "text": "Follow it",
                     *               "url": "https://acme.example/orders/{{1}}",
                     *               "placeholder": true
                     *             }
                     *           ],
                     *           "unsendable": null
                     *         }
                     *       ],
                     *       "cursor": null,
                     *       "readAt": "2026-11-18T09:30:00.000Z",
                     *       "trouble": null
                     *     }
                     */
                    "application/json": components["schemas"]["TemplatesPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-11"];
            409: components["responses"]["Refused409-13"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503-2"];
        };
    };
    "list-colleagues": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who may answer, and who is at their desk. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria",
                     *           "here": true,
                     *           "open": 2
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ColleaguesAnswer"];
                };
            };
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-handoff": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The handoff; null where there is none. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "take-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TakeBody"];
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-10"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-14"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "reply-to-visitor": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplyBody"];
            };
        };
        responses: {
            /** @description The message as it is in the log; `missed` counts what came after what you had seen. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": {
                     *         "id": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *         "seq": 4,
                     *         "author": "agent",
                     *         "agent": {
                     *           "name": "Maria"
                     *         },
                     *         "text": "It left us this morning.",
                     *         "timestamp": "2026-11-18T09:32:10.000Z"
                     *       },
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       },
                     *       "missed": 0,
                     *       "delivery": "stored"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplyAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-10"];
            404: components["responses"]["Refused404-17"];
            409: components["responses"]["Refused409-15"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-4"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503-2"];
        };
    };
    "request-desk-upload": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description Where to send it, for a few minutes. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "6fXnQ2rT8vLpZ0aB",
                     *       "upload": {
                     *         "url": "https://files.example.com/",
                     *         "method": "POST",
                     *         "fields": {
                     *           "key": "incoming/6fXnQ2rT8vLpZ0aB",
                     *           "Content-Type": "application/pdf",
                     *           "policy": "eyJleHBpcmF0aW9uIjoi…"
                     *         },
                     *         "expiresAt": "2026-11-18T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadAnswer"];
                };
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-2"];
            429: components["responses"]["Refused429-4"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "read-desk-upload": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it may be sent. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "6fXnQ2rT8vLpZ0aB",
                     *       "status": "available",
                     *       "type": "document",
                     *       "mimeType": "application/pdf",
                     *       "filename": "receipt.pdf",
                     *       "sizeBytes": 48213,
                     *       "url": "https://files.example.com/clean/receipt.pdf?X-Amz-Expires=300"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadState"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-18"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "note-for-colleagues": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteBody"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KAP6XA00B1C2D3E4F5G6H7J8",
                     *       "by": {
                     *         "kind": "user",
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Maria"
                     *       },
                     *       "text": "The parcel is with the carrier.",
                     *       "mention": [],
                     *       "at": "2026-11-18T09:33:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SideEntry"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-16"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-5"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "tell-typing": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TypingBody"];
            };
        };
        responses: {
            /** @description It is shown for a few seconds. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-10"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "assign-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignBody"];
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-10"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-16"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-6"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "return-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReturnBody"];
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-10"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-16"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-7"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "close-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CloseBody"];
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-10"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-17"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-8"];
            428: components["responses"]["Refused428"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "poll-inbox": {
        parameters: {
            query?: {
                cursor?: string;
                watch?: string;
                after?: string;
                typing?: "0" | "1";
                away?: "0" | "1";
                wait?: "0" | "1";
            };
            header?: {
                /**
                 * @description A super-admin’s choice of the tenant; for everybody else it is the token’s.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What has changed since `cursor`. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "cursor": "eyJ2IjoxfQ",
                     *       "rows": [
                     *         {
                     *           "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *           "version": 9,
                     *           "handoff": {
                     *             "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *             "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *             "version": 9,
                     *             "epoch": 2,
                     *             "state": "taken",
                     *             "queue": "support",
                     *             "reason": "Where is order A-17?",
                     *             "owner": {
                     *               "kind": "user",
                     *               "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *               "name": "Maria"
                     *             },
                     *             "offer": null,
                     *             "visitor": {
                     *               "id": "42",
                     *               "name": "Ada",
                     *               "channel": "webchat",
                     *               "language": "en",
                     *               "verified": true
                     *             },
                     *             "requestedAt": "2026-11-18T09:31:20.000Z",
                     *             "waitingSince": null,
                     *             "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *             "lastText": "It left us this morning.",
                     *             "lastSeq": 4
                     *           }
                     *         }
                     *       ],
                     *       "watched": {
                     *         "messages": [
                     *           {
                     *             "id": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *             "seq": 4,
                     *             "author": "agent",
                     *             "agent": {
                     *               "name": "Maria"
                     *             },
                     *             "text": "It left us this morning.",
                     *             "timestamp": "2026-11-18T09:32:10.000Z"
                     *           }
                     *         ],
                     *         "side": [
                     *           {
                     *             "id": "01KAP6XA00B1C2D3E4F5G6H7J8",
                     *             "by": {
                     *               "kind": "user",
                     *               "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *               "name": "Maria"
                     *             },
                     *             "text": "The parcel is with the carrier.",
                     *             "mention": [],
                     *             "at": "2026-11-18T09:33:00.000Z"
                     *           }
                     *         ],
                     *         "typing": false
                     *       },
                     *       "queues": [
                     *         {
                     *           "name": "support",
                     *           "waiting": 1,
                     *           "oldest": "2026-11-18T09:31:20.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["InboxAnswer"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-4"];
            403: components["responses"]["Refused403-6"];
            404: components["responses"]["Refused404-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-list-handoffs": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                state?: "waiting" | "mine" | "taken";
                queue?: string;
            };
            header?: {
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, the longest waiting first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *           "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *           "version": 9,
                     *           "epoch": 2,
                     *           "state": "taken",
                     *           "queue": "support",
                     *           "reason": "Where is order A-17?",
                     *           "owner": {
                     *             "kind": "user",
                     *             "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *             "name": "Maria"
                     *           },
                     *           "offer": null,
                     *           "visitor": {
                     *             "id": "42",
                     *             "name": "Ada",
                     *             "channel": "webchat",
                     *             "language": "en",
                     *             "verified": true
                     *           },
                     *           "requestedAt": "2026-11-18T09:31:20.000Z",
                     *           "waitingSince": null,
                     *           "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *           "lastText": "It left us this morning.",
                     *           "lastSeq": 4
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffsPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-5"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-list-messages": {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                after?: string;
            };
            header?: {
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of them, oldest first. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "01KAP6W2K5A1B2C3D4E5F6G7H8",
                     *           "seq": 1,
                     *           "author": "user",
                     *           "text": "Hello",
                     *           "timestamp": "2026-11-18T09:30:00.000Z"
                     *         },
                     *         {
                     *           "id": "01KAP6W2KYJ9K8M7N6P5Q4R3S2",
                     *           "seq": 2,
                     *           "author": "bot",
                     *           "text": "Hello! What is it about?",
                     *           "choices": [
                     *             {
                     *               "label": "My order",
                     *               "value": "order"
                     *             },
                     *             {
                     *               "label": "Something else",
                     *               "value": "other"
                     *             }
                     *           ],
                     *           "timestamp": "2026-11-18T09:30:00.412Z"
                     *         },
                     *         {
                     *           "id": "01KAP6X31MT2V3W4X5Y6Z7A8B9",
                     *           "seq": 3,
                     *           "author": "user",
                     *           "text": "Where is my order A-17?",
                     *           "timestamp": "2026-11-18T09:31:20.000Z"
                     *         },
                     *         {
                     *           "id": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *           "seq": 4,
                     *           "author": "agent",
                     *           "agent": {
                     *             "name": "Maria"
                     *           },
                     *           "text": "It left us this morning.",
                     *           "timestamp": "2026-11-18T09:32:10.000Z"
                     *         }
                     *       ],
                     *       "cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["TranscriptPage"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-read-handoff": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The handoff; null where there is none. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-2"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-take-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    takeOver?: boolean;
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-12"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-14"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            428: components["responses"]["Refused428"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-reply": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text?: string;
                    choices?: components["schemas"]["Choice"][];
                    template?: components["schemas"]["TemplateUse"];
                    canned?: {
                        id: string;
                        variables?: {
                            [key: string]: string;
                        };
                    };
                    files?: components["schemas"]["FileId"][];
                    seenSeq?: number;
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The message as it is in the log; `missed` counts what came after what you had seen. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": {
                     *         "id": "01KAP6X7D0C1D2E3F4G5H6J7K8",
                     *         "seq": 4,
                     *         "author": "agent",
                     *         "agent": {
                     *           "name": "Maria"
                     *         },
                     *         "text": "It left us this morning.",
                     *         "timestamp": "2026-11-18T09:32:10.000Z"
                     *       },
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       },
                     *       "missed": 0,
                     *       "delivery": "stored"
                     *     }
                     */
                    "application/json": components["schemas"]["ReplyAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-12"];
            404: components["responses"]["Refused404-17"];
            409: components["responses"]["Refused409-15"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-4"];
            428: components["responses"]["Refused428"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503-2"];
        };
    };
    "service-note": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text: string;
                    mention?: string[];
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01KAP6XA00B1C2D3E4F5G6H7J8",
                     *       "by": {
                     *         "kind": "user",
                     *         "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *         "name": "Maria"
                     *       },
                     *       "text": "The parcel is with the carrier.",
                     *       "mention": [],
                     *       "at": "2026-11-18T09:33:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["SideEntry"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-16"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-5"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-tell-typing": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    on: boolean;
                    /** @constant */
                    seen?: true;
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description It is shown for a few seconds. */
            204: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-12"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-assign-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: {
                        user: string;
                    } | {
                        queue: components["schemas"]["Identifier"];
                    };
                    note?: string;
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-12"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-16"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-6"];
            428: components["responses"]["Refused428"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-return-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    stepId?: string;
                    /** @constant */
                    run?: "published";
                    variables?: {
                        [key: string]: components["schemas"]["Nested1"];
                    };
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-12"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-16"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-7"];
            428: components["responses"]["Refused428"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-close-handoff": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /** @description The ETag of the handoff: `"<handoffId>.<epoch>"`. */
                "if-match"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    text?: string;
                    disposition?: string;
                    survey?: boolean;
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The handoff as it is now. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description For the `If-Match` of a change. */
                    ETag?: string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "handoff": {
                     *         "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *         "handoffId": "01KAP6X3200F1G2H3J4K5M6N7P",
                     *         "version": 9,
                     *         "epoch": 2,
                     *         "state": "taken",
                     *         "queue": "support",
                     *         "reason": "Where is order A-17?",
                     *         "owner": {
                     *           "kind": "user",
                     *           "id": "7c9e6679-7425-40de-944b-e07fc1f90ae7",
                     *           "name": "Maria"
                     *         },
                     *         "offer": null,
                     *         "visitor": {
                     *           "id": "42",
                     *           "name": "Ada",
                     *           "channel": "webchat",
                     *           "language": "en",
                     *           "verified": true
                     *         },
                     *         "requestedAt": "2026-11-18T09:31:20.000Z",
                     *         "waitingSince": null,
                     *         "deadlineAt": "2026-11-19T09:31:20.000Z",
                     *         "lastText": "It left us this morning.",
                     *         "lastSeq": 4,
                     *         "share": {
                     *           "order": "A-17"
                     *         },
                     *         "next": "bye",
                     *         "steps": [
                     *           {
                     *             "id": "order",
                     *             "kind": "question",
                     *             "text": "What is the number of your order?"
                     *           }
                     *         ],
                     *         "afterClose": null,
                     *         "accountId": null,
                     *         "contact": {
                     *           "email": "ada@mail.example"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["HandoffAnswer"];
                };
            };
            400: components["responses"]["Refused400-9"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-12"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-17"];
            412: components["responses"]["Refused412-2"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-8"];
            428: components["responses"]["Refused428"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-request-upload": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    filename: components["schemas"]["FileName"];
                    mimeType: string;
                    sizeBytes: number;
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description Where to send it, for a few minutes. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "6fXnQ2rT8vLpZ0aB",
                     *       "upload": {
                     *         "url": "https://files.example.com/",
                     *         "method": "POST",
                     *         "fields": {
                     *           "key": "incoming/6fXnQ2rT8vLpZ0aB",
                     *           "Content-Type": "application/pdf",
                     *           "policy": "eyJleHBpcmF0aW9uIjoi…"
                     *         },
                     *         "expiresAt": "2026-11-18T09:40:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["UploadAnswer"];
                };
            };
            400: components["responses"]["Refused400-7"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-2"];
            409: components["responses"]["Refused409-5"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-2"];
            429: components["responses"]["Refused429-3"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-read-upload": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path: {
                conversationId: string;
                fileId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether it may be sent. */
            200: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "fileId": "6fXnQ2rT8vLpZ0aB",
                     *       "status": "available",
                     *       "type": "document",
                     *       "mimeType": "application/pdf",
                     *       "filename": "receipt.pdf",
                     *       "sizeBytes": 48213,
                     *       "url": "https://files.example.com/clean/receipt.pdf?X-Amz-Expires=300"
                     *     }
                     */
                    "application/json": components["schemas"]["UploadState"];
                };
            };
            400: components["responses"]["Refused400-2"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-18"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503"];
        };
    };
    "service-send-message": {
        parameters: {
            query?: never;
            header?: {
                /** @description Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice. */
                "idempotency-key"?: string;
                /**
                 * @description Need not be sent: it is the key’s. Another one is refused.
                 * @example acme
                 */
                "x-tenant-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    to: {
                        conversationId: components["schemas"]["Identifier"];
                    } | {
                        /** @enum {string} */
                        channel: "chatapp" | "chatapp-360" | "contactcenter";
                        accountId: components["schemas"]["Identifier"];
                        userId: string;
                    };
                    text?: string;
                    choices?: components["schemas"]["Choice"][];
                    template?: components["schemas"]["TemplateUse"];
                    agent?: components["schemas"]["ServiceAgent"];
                };
            };
        };
        responses: {
            /** @description The message as it is in the log. */
            201: {
                headers: {
                    /** @description Finds the request in the logs. */
                    "x-correlation-id": string;
                    /** @description `true` on the answer to a repeat. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversationId": "01KAP6W2K4Z8Q5X0T7N3V9B1CD",
                     *       "message": {
                     *         "id": "01KAP7000A1B2C3D4E5F6G7H8J",
                     *         "seq": 5,
                     *         "author": "agent",
                     *         "agent": {
                     *           "name": "Shop system"
                     *         },
                     *         "text": "Your order A-17 has left us.",
                     *         "template": {
                     *           "name": "order_left",
                     *           "language": "en",
                     *           "body": [
                     *             {
                     *               "text": "A-17"
                     *             }
                     *           ]
                     *         },
                     *         "timestamp": "2026-11-18T10:00:00.000Z"
                     *       },
                     *       "delivery": "queued",
                     *       "windowEndsAt": "2026-11-19T09:31:20.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["ServiceMessageAnswer"];
                };
            };
            400: components["responses"]["Refused400"];
            401: components["responses"]["Refused401-5"];
            403: components["responses"]["Refused403-11"];
            404: components["responses"]["Refused404-19"];
            409: components["responses"]["Refused409-18"];
            413: components["responses"]["Refused413"];
            415: components["responses"]["Refused415"];
            422: components["responses"]["Refused422-9"];
            429: components["responses"]["Refused429-2"];
            500: components["responses"]["Refused500-2"];
            503: components["responses"]["Refused503-2"];
        };
    };
}
