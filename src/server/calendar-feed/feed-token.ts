import { createHash, randomBytes } from 'node:crypto';

/** 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/;

/** Returns a new secret of a calendar feed, 256 bits. */
export const newFeedToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be the secret of a calendar feed. */
export const isFeedToken = (text: string): boolean => TOKEN.test(text);

/** Returns the hash under which the secret of a calendar feed is stored. */
export const hashFeedToken = (token: string): Buffer => createHash('sha256').update(`calendar ${token}`).digest();
