import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
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
import type { Stage } from './stage.ts';

export type TableKey = keyof typeof tables;

/** The tables, and the key from which ids of conversations are derived. @see design 2.2, 6 */
export class DataStack extends Stack {
  readonly tables: Readonly<Record<TableKey, TableV2>>;
  readonly idSecret: Secret;

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, props);
    const created = Object.entries(tables).map(([key, table]) => [key, this.createTable(key, table, stage)]);
    this.tables = Object.fromEntries(created) as Record<TableKey, TableV2>;
    this.idSecret = this.createIdSecret(stage);
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
      removalPolicy: stage.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    const { index } = table;
    if (index) {
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
      });
    }
    return created;
  }

  private createIdSecret(stage: Stage): Secret {
    const secret = new Secret(this, 'IdSecret', {
      secretName: `${stage.prefix}id-secret`,
      description: 'Key from which the ids of conversations are derived',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: stage.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    NagSuppressions.addResourceSuppressions(secret, [
      {
        id: 'AwsSolutions-SMG4',
        reason: 'Ids of open conversations are derived from this key: a new key would cut every visitor off.',
      },
    ]);
    return secret;
  }
}

function stringKey(name: string): Attribute {
  return { name, type: AttributeType.STRING };
}
