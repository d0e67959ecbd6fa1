import pg from 'pg';
import { withoutValues } from './database-error.ts';
import { appPool } from './pool.ts';
import { checkEnterpriseId } from './tenant.ts';

/** A statement that reads, planned once per connection. `name` belongs to one text. */
export type Prepared = { name: string; text: string; values: unknown[] };

/**
 * Gives the transaction its tenant, and keeps generic plans: PostgreSQL does not choose them by itself, because it estimates ten
 * rows for an array parameter (docs/decisions/027).
 */
const SCOPE = {
  name: 'scope',
  text: `select set_config('app.enterprise_id', $1, true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
};

/**
 * Reads with named prepared statements that look up rows by key: each is planned once per connection instead of at every execution,
 * because planning the larger ones takes longer than executing them. All are sent together, as one transaction that sees the rows of
 * one tenant only, without `BEGIN` and `COMMIT`: one write and one answer instead of three or more. Not for statements whose
 * plan depends on a value, and not for statements that write.
 * @returns the rows of each statement
 * @throws the error of the first statement that fails, without parameter values
 */
export async function readPrepared<Rows extends unknown[][]>(
  enterpriseId: string,
  statements: { [N in keyof Rows]: Prepared },
): Promise<Rows> {
  checkEnterpriseId(enterpriseId);
  const client = await appPool().connect();
  let broken: Error | undefined;
  try {
    return await new Promise<Rows>((resolve, reject) => {
      const all = [{ ...SCOPE, values: [enterpriseId] }, ...(statements as Prepared[])];
      client.query(new Together(all, (error, rows) => (error ? reject(error) : resolve(rows!.slice(1) as Rows))));
    });
  } catch (error) {
    // After an error of a statement the connection goes on; after any other it is in doubt.
    if (!(error instanceof pg.DatabaseError) || error.severity !== 'ERROR') broken = error as Error;
    throw withoutValues(error);
  } finally {
    client.release(broken);
  }
}

/** What `pg` has and its types do not name. */
type Wire = pg.Connection & {
  parsedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(values: { statement: string; values: unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(what: { type: 'P'; name: string }): void;
  close(what: { type: 'S'; name: string }): void;
  execute(what: object): void;
};
type Result = {
  rows: unknown[];
  addFields(fields: unknown[]): void;
  parseRow(values: unknown[]): unknown;
};
const { Result, utils } = pg as unknown as {
  Result: new () => Result;
  utils: { prepareValue(value: unknown): unknown };
};

/**
 * Several statements with one `Sync` after the last, which makes them one transaction; `pg` itself sends one after each. Implements
 * the events of a query of `pg`.
 */
class Together implements pg.Submittable {
  readonly #statements: Prepared[];
  readonly #done: (error: Error | null, rows?: unknown[][]) => void;
  readonly #rows: unknown[][] = [];
  #result = new Result();
  #fault: Error | undefined;

  constructor(statements: Prepared[], done: (error: Error | null, rows?: unknown[][]) => void) {
    this.#statements = statements;
    this.#done = done;
  }

  submit(connection: pg.Connection): Error | null {
    const wire = connection as Wire;
    // Values that cannot be sent must fail before anything is written.
    let mapped: unknown[][];
    try {
      mapped = this.#statements.map(({ values }) => values.map((value) => utils.prepareValue(value)));
    } catch (error) {
      return error as Error;
    }
    wire.stream.cork();
    this.#statements.forEach(({ name, text }, n) => {
      const known = wire.parsedStatements[name];
      if (known !== text) {
        // Also one that was parsed by a transaction which failed then.
        wire.close({ type: 'S', name });
        wire.parse({ name, text });
        delete wire.parsedStatements[name];
      }
      wire.bind({ statement: name, values: mapped[n]!, valueMapper: (value) => value });
      wire.describe({ type: 'P', name: '' });
      wire.execute({});
    });
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { fields: unknown[] }): void {
    this.#result.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    try {
      this.#result.rows.push(this.#result.parseRow(fields));
    } catch (error) {
      this.#fault ??= error as Error;
    }
  }

  handleCommandComplete(_message: unknown, connection: pg.Connection): void {
    const { name, text } = this.#statements[this.#rows.length]!;
    (connection as Wire).parsedStatements[name] = text;
    this.#rows.push(this.#result.rows);
    this.#result = new Result();
  }

  handleError(error: Error): void {
    this.#done(error);
  }

  handleReadyForQuery(): void {
    this.#done(this.#fault ?? null, this.#rows);
  }
}
