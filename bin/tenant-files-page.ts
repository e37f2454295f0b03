import { fileTypeNames } from '../src/contract/files.ts';
import {
  accountFieldDocuments,
  appearanceFieldDocuments,
  tenantFieldDocuments,
  uploadFieldDocuments,
  widgetFieldDocuments,
} from '../src/operations/directory/file-documents.ts';
import { fieldTable } from './flows-page.ts';

/** `docs/tenant-files.md`: what the files of a tenant's folder may hold. */
export function tenantFilesPage(): string {
  return `# A tenant's files

<!-- Made by \`npm run documents\` from the schemas: change those. -->

A tenant is a folder of files, checked and applied by \`npx gateway tenant apply DIR\`. \`npx gateway tenant init DIR\` makes one that works.

\`\`\`
acme/
  tenant.json
  widgets/*.json
  channels/*.json
  flows/*.json                  docs/flows.md
  flows/*.conversations.json    docs/flows.md
  secrets.example.json          values for a laptop, by name; never for a deployment
\`\`\`

Files are read strictly: an unknown key is a fault, and the nearest known one is named. All faults of all files are told at once, with their lines; with \`--json\` as \`[{ "file", "path", "line", "message" }]\`. \`\${NAME}\` anywhere in a file is a placeholder, filled by \`--set NAME=value\`. A folder \`examples/tenants/acme\` uses most of what is here.

## tenant.json

${fieldTable(tenantFieldDocuments)}

\`\`\`json
{
  "$schema": "../../docs/schemas/tenant.json",
  "id": "acme",
  "name": "Acme",
  "status": "active",
  "default_widget": "acme-web",
  "time_zone": "Europe/Berlin",
  "flow_secrets": { "orders_key": { "hosts": ["orders.acme.example"] } },
  "llm_tokens_per_day": 200000
}
\`\`\`

## widgets/*.json

${fieldTable(widgetFieldDocuments)}

\`uploads\`, here and in \`tenant.json\`; where both say something, both hold:

${fieldTable(uploadFieldDocuments)}

Types that are taken: ${fileTypeNames.map((type) => `\`${type}\``).join(', ')}. See [files of visitors](files.md).

\`appearance\`:

${fieldTable(appearanceFieldDocuments)}

\`\`\`json
{
  "$schema": "../../../docs/schemas/widget.json",
  "id": "acme-web",
  "flow": "support",
  "allowed_origins": ["https://www.acme.example", "https://*.acme.example"],
  "idle_minutes": 60,
  "uploads": { "max_megabytes": 5, "types": ["image/png", "image/jpeg", "application/pdf"] },
  "appearance": { "title": "Acme support", "color": "#0b5fff", "position": "right" }
}
\`\`\`

## channels/*.json

${fieldTable(accountFieldDocuments)}

An account that lacks what its channel can't work without is refused; one without a \`sending_token\` is warned of.

\`\`\`json
{
  "$schema": "../../../docs/schemas/channel.json",
  "id": "whatsapp",
  "channel": "chatapp",
  "flow": "support",
  "phone_number_id": "106540352242922",
  "secrets": { "app_secret": "whatsapp_app_secret", "sending_token": "whatsapp_token" }
}
\`\`\`

## Secrets

Values are given to \`tenant apply\` as a JSON file (\`--secrets FILE\`) or as \`GATEWAY_SECRET_NAME\` in the environment, and lie in the secret store only. A value named \`NAME_previous\` still verifies while a secret is rotated.
`;
}
