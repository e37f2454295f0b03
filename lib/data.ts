import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import {
  type Attribute,
  AttributeType,
  Billing,
  ProjectionType,
  TableEncryptionV2,
  TableV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { NagSuppressions } from 'cdk-nag';
import type { Construct } from 'constructs';
import { type Table, tables } from '../src/contract/tables.ts';
import { FileStore } from './constructs/file-store.ts';
import { removalOf, type Stage } from './stage.ts';

export type TableKey = keyof typeof tables;

/** The tables, the bucket of people's files, the key from which ids of conversations are derived, and the handshake's tokens. @see design 2.2, 6 */
export class DataStack extends Stack {
  readonly tables: Readonly<Record<TableKey, TableV2>>;
  readonly idSecret: Secret;
  readonly verifyTokens: Secret;
  readonly files: FileStore;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, props);
    const created = Object.entries(tables).map(([key, table]) => [key, this.createTable(key, table, stage)]);
    this.tables = Object.fromEntries(created) as Record<TableKey, TableV2>;
    this.idSecret = this.createSecret('IdSecret', stage, {
      name: 'id-secret',
      description: 'Keys from which the ids of conversations are derived, the current one first',
      whyNotRotated:
        'Ids of open conversations are derived from this key: a person adds a new one beside it, see docs/operations.md.',
    });
    this.verifyTokens = this.createSecret('VerifyTokens', stage, {
      name: 'webhook-verify-tokens',
      description: "Tokens of the chat app's subscription handshake, separated by commas",
      whyNotRotated:
        "It is typed into the provider's console: a person changes both, see docs/operations.md.",
    });
    this.files = new FileStore(this, 'Files', stage);
    new CfnOutput(this, 'VerifyTokensSecret', { value: this.verifyTokens.secretName });
  }

  private createTable(key: string, table: Table, stage: Stage): TableV2 {
    const created = new TableV2(this, key, {
      tableName: stage.prefix + table.name,
      partitionKey: stringKey(table.partitionKey),
      ...(table.sortKey && { sortKey: stringKey(table.sortKey) }),
      ...(table.ttlAttribute && { timeToLiveAttribute: table.ttlAttribute }),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: stage.protect,
      removalPolicy: removalOf(stage),
    });
    for (const index of table.indexes ?? []) {
      created.addGlobalSecondaryIndex({
        indexName: index.name,
        partitionKey: stringKey(index.partitionKey),
        ...(index.sortKey && {
          sortKey: {
            name: index.sortKey,
            type: index.sortKeyType === 'N' ? AttributeType.NUMBER : AttributeType.STRING,
          },
        }),
        projectionType: ProjectionType[index.projection],
        ...(index.included && { nonKeyAttributes: [...index.included] }),
      });
    }
    return created;
  }

  private createSecret(
    id: string,
    stage: Stage,
    about: { readonly name: string; readonly description: string; readonly whyNotRotated: string },
  ): Secret {
    const secret = new Secret(this, id, {
      secretName: stage.prefix + about.name,
      description: about.description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalOf(stage),
    });
    NagSuppressions.addResourceSuppressions(secret, [
      { id: 'AwsSolutions-SMG4', reason: about.whyNotRotated },
    ]);
    return secret;
  }
}

function stringKey(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
