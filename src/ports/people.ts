/** What the provider calls a person: a phone number and a business-scoped id, of which either may be missing. */
export interface PersonNames {
  readonly phone?: string | undefined;
  readonly id?: string | undefined;
}

/** What is known of a person by one of the names. */
export interface Person extends PersonNames {
  /** What the conversation's id is derived from: the name that it began by, for good. */
  readonly key: string;
  /** Name of the key of ids by which it is derived; none for the key without a name. */
  readonly idKey?: string;
  /** The number that the provider knows theirs by, when it is another: in Brazil without the ninth digit. */
  readonly alias?: string;
}

/** A person as it is stored under a name. */
export interface StoredPerson extends Person {
  /** When the name is forgotten, epoch seconds; absent as the last release wrote it. */
  readonly expiresAtS?: number;
}

export interface PeopleOf {
  readonly tenantId: string;
  readonly channel: string;
  readonly accountId: string;
}

/** Links the names of a person, so that either finds the conversation that the other began. @see design 2.7 */
export interface People {
  /** What is known by each of the names; nothing for a name that is new. */
  find(of: PeopleOf, names: readonly string[]): Promise<ReadonlyMap<string, StoredPerson>>;
  /**
   * Writes what is known by a name, on condition that nothing else has been written meanwhile.
   * @param before what was known; undefined: nothing
   * @returns false when somebody else was faster
   */
  save(of: PeopleOf, name: string, person: StoredPerson, before: Person | undefined): Promise<boolean>;
  /** Has a name that somebody went by be remembered for longer; nothing for one that is not known. */
  renew(of: PeopleOf, name: string, expiresAtS: number): Promise<void>;
}
