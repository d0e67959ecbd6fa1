import type { z } from 'zod';
import type { Right } from './rules/rights.ts';

/**
 * Who can call an operation (docs/specification.md, section "Roles"): anyone; anyone if the enterprise is public,
 * otherwise its members (`visitor`: all operations that show content); a logged-in user; a member of this enterprise; a
 * lecturer; an organisation account; an administrator; a member with a right, in the enterprise or some department: the operation
 * restricts itself to where (`scopeOf`). Administrators pass every enterprise check.
 */
export type Authorisation =
  'public' | 'visitor' | 'member' | 'enterprise' | 'lecturer' | 'organisation' | 'admin' | Right;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** Name of an operation, its method and path: `POST /user/api/user/info/login/pwd`. */
export type CallName = `${Method} /${string}`;

export type CallContract = {
  /** Summary for the reference at `/gateway/docs`. */
  summary: string;
  auth: Authorisation;
  /** Query of GET and DELETE, JSON body of POST and PUT (and of DELETE with `body: true`). */
  input: z.ZodType;
  data: z.ZodType;
  body?: true;
  /**
   * Dangerous: only within ten minutes of a sign-in or of another proof of the user (docs/specification.md, section "Proof again"); otherwise
   * 403 with `need: 'proof'`.
   */
  proof?: true;
  /** Sent as `multipart/form-data`: one file in field `file`, beside the other fields of `input`. */
  upload?: true;
  /** Maximum size of the file in bytes, if it is larger than that of a picture. */
  uploadBytes?: number;
  /** The operation removes NUL characters itself; otherwise input with NUL is rejected. */
  removesNul?: true;
  /**
   * The response is the same for every visitor of the tenant: cached in memory until a change with one of these tags.
   */
  cache?: readonly string[];
  /** Lifetime in browser caches for a GET, seconds. */
  maxAge?: number;
};

/**
 * Declares the operations of one domain. Keeps the literal types, against which `api()` and `implement()` are checked.
 */
export function define<const T extends Record<CallName, CallContract>>(calls: T): T {
  return calls;
}
