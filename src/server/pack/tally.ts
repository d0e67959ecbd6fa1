/**
 * What an import does with an object. `absent`: it is not in the pack and is left as it is, e.g. a member; `unpublished`: it
 * is no longer in the pack; `kept`: it was changed in the portal and is left as it is.
 */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'unpublished' | 'kept' | 'absent';
export type Counts = Record<Exclude<Outcome, 'absent'>, number>;
/** Names of objects of one kind by outcome. */
export type Changes = Record<Outcome, string[]>;

/** Collects what an import has done, by kind of object. */
export class Tally {
  readonly kinds = new Map<string, Changes>();

  /** @param name names the object for its author, e.g. its code */
  add(kind: string, outcome: Outcome, name: string): void {
    let changes = this.kinds.get(kind);
    if (!changes) {
      changes = { created: [], updated: [], unchanged: [], unpublished: [], kept: [], absent: [] };
      this.kinds.set(kind, changes);
    }
    changes[outcome].push(name);
  }

  counts(): Counts {
    const sum = (outcome: Outcome) =>
      [...this.kinds.values()].reduce((total, changes) => total + changes[outcome].length, 0);
    const [created, updated] = [sum('created'), sum('updated')];
    return { created, updated, unchanged: sum('unchanged'), unpublished: sum('unpublished'), kept: sum('kept') };
  }
}
