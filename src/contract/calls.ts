import type { z } from 'zod';
import { account } from './account.ts';
import { site } from './site.ts';

/** Every call of the gateway, by name. Values are for the server; the browser imports only the types below. */
export const calls = { ...account, ...site };

export type Calls = typeof calls;
export type Call = keyof Calls;
/** What a caller passes. */
export type Input<C extends Call> = z.input<Calls[C]['input']>;
/** What a caller gets: the `data` of the envelope. */
export type Data<C extends Call> = z.output<Calls[C]['data']>;
