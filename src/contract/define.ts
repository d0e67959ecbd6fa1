import type { z } from 'zod';

/**
 * Who may make a call (spec section 6): anyone; anyone while the enterprise shows itself to everybody, else its members
 * (`visitor`: every call that shows content); a signed-in person; one signed in to this enterprise; a lecturer;
 * an organisation account; an administrator. Administrators pass every enterprise check.
 */
export type Authorisation = 'public' | 'visitor' | 'member' | 'enterprise' | 'lecturer' | 'organisation' | 'admin';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** A call as the spec writes it: `POST /user/api/user/info/login/pwd`. */
export type CallName = `${Method} /${string}`;

export type CallContract = {
  /** One line for the reference at `/gateway/docs`. */
  summary: string;
  auth: Authorisation;
  /** Query of GET and DELETE, JSON body of POST and PUT (and of DELETE with `body: true`). */
  input: z.ZodType;
  data: z.ZodType;
  body?: true;
  /** Sent as `multipart/form-data`: one file in field `file`, beside the other fields of `input`. */
  upload?: true;
  /** Its operation removes NUL characters itself; any other call with one is refused. */
  removesNul?: true;
  /** The same answer for every visitor of the tenant: kept in memory until a change with one of these tags. */
  cache?: readonly string[];
  /** A GET that browsers may keep for this long, seconds. */
  maxAge?: number;
};

/** Declares the calls of one domain. Keeps the literal types, so that `api()` and `implement()` are checked against them. */
export function define<const T extends Record<CallName, CallContract>>(calls: T): T {
  return calls;
}
