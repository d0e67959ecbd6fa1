import type { z } from 'zod';
import type { CallContract, CallName } from '#src/contract/define.ts';
import type { Context, PublicContext, RequestContext, Viewer } from './context.ts';

type ContextOf<C extends CallContract> = C['auth'] extends 'public' | 'visitor' ? PublicContext : Context;
type Answer<C extends CallContract> = z.input<C['data']> | Promise<z.input<C['data']>>;

/** `(ctx, input) => data`, inside the tenant transaction. */
type Operation<C extends CallContract> = (ctx: ContextOf<C>, input: z.output<C['input']>) => Answer<C>;
/** An operation that opens its own transactions, e.g. on the global tables, or one transaction for many requests. */
type OwnTransaction<C extends CallContract> = {
  ownTransaction: (
    ctx: Omit<ContextOf<C>, 'db'> & (C['auth'] extends 'public' | 'visitor' ? unknown : { viewer: Viewer }),
    input: z.output<C['input']>,
  ) => Answer<C>;
};

export type Implementation = {
  name: CallName;
  contract: CallContract;
  operation?: (ctx: PublicContext, input: unknown) => unknown;
  ownTransaction?: (ctx: RequestContext, input: unknown) => unknown;
};

/**
 * Binds each call of a contract to its operation. A missing, misspelled or wrongly typed operation does not compile.
 */
export function implement<T extends Record<CallName, CallContract>>(
  contract: T,
  operations: { [K in keyof T & CallName]: Operation<T[K]> | OwnTransaction<T[K]> },
): Implementation[] {
  return (Object.keys(contract) as (CallName & keyof T)[]).map((name) => {
    const operation = operations[name];
    const bound = typeof operation === 'function' ? { operation } : { ownTransaction: operation.ownTransaction };
    return { name, contract: contract[name], ...bound } as unknown as Implementation;
  });
}
