import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ContactError } from './contact-source.ts';

/** Time for one answer. */
const TIMEOUT_MS = 15_000;
/** The longest answers list the people of one department with all their fields. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A token is not used during this time before it expires. */
const TOKEN_MARGIN_MS = 120_000;

/**
 * Calls a JSON API at an address that the operator has configured. Redirects are rejected.
 * @throws ContactError `Unreachable`, or `Answer` for what is no JSON object of this form; neither contains the address, which holds secrets
 */
export async function callProvider<T>(url: string, body: object | null, form: z.ZodType<T>): Promise<T> {
  const text = await read(url, body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ContactError('Answer', 'JSON');
  }
  const parsed = form.safeParse(value);
  if (!parsed.success) throw new ContactError('Answer', parsed.error.issues[0]?.path.join('.') || 'form');
  return parsed.data;
}

async function read(url: string, body: object | null): Promise<string> {
  try {
    const answer = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    if (answer.status >= 500 || answer.status === 429)
      throw new ContactError(answer.status === 429 ? 'Busy' : 'Unreachable', `HTTP ${answer.status}`);
    const decoder = new TextDecoder();
    let text = '';
    let size = 0;
    for await (const piece of answer.body ?? []) {
      size += piece.length;
      if (size > MAX_BYTES) throw new ContactError('Answer', 'size');
      text += decoder.decode(piece, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof ContactError) throw error;
    const { cause, name } = error as Error & { cause?: { code?: string } };
    throw new ContactError('Unreachable', cause?.code ?? name);
  }
}

/** Access tokens of this process by app; providers limit how often one is requested. */
const tokens = new Map<string, { value: string; expiresAt: number }>();
const MAX_TOKENS = 1_000;

/** The access token of an app, which is kept until it expires. `fresh` requests a new one. */
export type TokenOf = (fresh?: boolean) => Promise<string>;

/** @param request asks the provider for a token and its seconds */
export function tokenOf(
  app: readonly string[],
  now: () => Date,
  request: () => Promise<{ token: string; seconds: number }>,
): TokenOf {
  const key = createHash('sha256').update(app.join('\n')).digest('base64');
  return async (fresh = false) => {
    const kept = tokens.get(key);
    if (kept && !fresh && kept.expiresAt > now().getTime()) return kept.value;
    tokens.delete(key);
    const { token, seconds } = await request();
    if (tokens.size >= MAX_TOKENS) tokens.clear();
    tokens.set(key, { value: token, expiresAt: now().getTime() + seconds * 1000 - TOKEN_MARGIN_MS });
    return token;
  };
}

/** An optional text of an answer: what is none is left out, numbers are texts. */
export const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .catch(undefined)
  .transform((value) =>
    value === null || value === undefined || String(value).trim() === '' ? undefined : String(value).trim(),
  );
/** An id, which providers write as number or text. */
export const anId = z.union([z.string().trim().min(1).max(200), z.number().int()]).transform(String);
