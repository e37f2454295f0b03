import { DynamoTable, type Update } from '../../src/aws/items.ts';
import { tables } from '../../src/contract/tables.ts';

/** The rate-limits table, with what its subclasses alone may do. */
export class RawTable extends DynamoTable {
  protected readonly table = tables.rateLimits;

  find(pk: string) {
    return this.getItem(pk);
  }

  update(pk: string, update: Update) {
    return this.updateItem(pk, update);
  }

  override tryUpdate(pk: string, update: Update) {
    return super.tryUpdate(pk, update);
  }
}
