import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { appSecret } from '#src/server/core/settings.ts';

/*
 * Codes on the lecturer's screen (decision 048). A code is valid in its step of 15 s and in the next one, by the clock of
 * the server: a photo of it that is sent on is worthless after at most 30 s.
 */

/** Milliseconds after which the code changes. */
export const STEP_MS = 15_000;
/** Letters and digits that are not confused with each other when they are read aloud or typed. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const TYPED_LENGTH = 6;
const TOKEN = /^([io])([0-9a-z]{1,9})\.([\w-]{8})\.([\w-]{43})$/;

export type SignMode = 'in' | 'out';
type Of = { enterpriseId: string; sessionId: string };

/** Number of the step that contains a point in time. */
export const stepOf = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** Milliseconds until the next step. */
export const changesIn = (at: Date): number => STEP_MS - (at.getTime() % STEP_MS);

/** Returns the signed code of a QR code for the step of a point in time. */
export function signToken(of: Of, mode: SignMode, at: Date): string {
  const head = `${mode[0]}${stepOf(at).toString(36)}.${randomBytes(6).toString('base64url')}`;
  return `${head}.${mac(of, 'qr', head).toString('base64url')}`;
}

/**
 * Checks a scanned code.
 * @returns its mode; `expired` for one of an earlier step, `wrong` for one of another session or tenant, or a forged one
 */
export function readToken(of: Of, token: string, at: Date): SignMode | 'expired' | 'wrong' {
  const [, mode, step, nonce, given] = TOKEN.exec(token) ?? [];
  if (!mode || !step || !nonce || !given) return 'wrong';
  if (!timingSafeEqual(Buffer.from(given, 'base64url'), mac(of, 'qr', `${mode}${step}.${nonce}`))) return 'wrong';
  if (!isCurrent(Number.parseInt(step, 36), at)) return 'expired';
  return mode === 'i' ? 'in' : 'out';
}

/** Returns the code to type for the step of a point in time. */
export const typedCode = (of: Of, mode: SignMode, at: Date): string => typedAt(of, mode, stepOf(at));

/** Returns the mode of a typed code; null if it is not a current one of the session. */
export function readTyped(of: Of, typed: string, at: Date): SignMode | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  const step = stepOf(at);
  const isOf = (mode: SignMode) => [step, step - 1].some((each) => typedAt(of, mode, each) === code);
  return (['in', 'out'] as const).find(isOf) ?? null;
}

/** Whether a text has the form of a code to type. */
export const looksTyped = (text: string): boolean => text.replace(/[\s-]/g, '').length === TYPED_LENGTH;

const isCurrent = (step: number, at: Date) => step === stepOf(at) || step === stepOf(at) - 1;

function typedAt(of: Of, mode: SignMode, step: number): string {
  const bytes = mac(of, 'typed', `${mode}${step}`);
  return Array.from({ length: TYPED_LENGTH }, (_, i) => ALPHABET[bytes.readUInt32BE(i * 4) % ALPHABET.length]!).join(
    '',
  );
}

const mac = ({ enterpriseId, sessionId }: Of, kind: 'qr' | 'typed', text: string) =>
  createHmac('sha256', appSecret()).update(`training\n${kind}\n${enterpriseId}\n${sessionId}\n${text}`).digest();
