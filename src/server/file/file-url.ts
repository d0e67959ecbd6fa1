import { createHmac, timingSafeEqual } from 'node:crypto';
import { isWithin } from '#src/server/core/expiry.ts';
import { appSecret } from '#src/server/core/settings.ts';

/** Lifetime of the signed URL of a member file: longer than a course video, shorter than a working day. */
const SIGNED_SECONDS = 4 * 3600;
const ROUNDING_SECONDS = 3600;

/** Returns the URL of a public file of the tenant. It never changes, so it is cached indefinitely. */
export function publicFileUrl(fileId: string): string;
export function publicFileUrl(fileId: string | null | undefined): string | null;
export function publicFileUrl(fileId: string | null | undefined): string | null {
  return fileId ? `/media/${fileId}` : null;
}

/**
 * Returns a short-lived URL of a member file (course media, papers). It works without a session, on this tenant's host
 * only. The expiry is rounded up to the hour, so that the browser can cache the file.
 */
export function memberFileUrl(enterpriseId: string, fileId: string, now: Date): string {
  const { expires, signature } = memberSignature(enterpriseId, fileId, now);
  return `/media/${fileId}?expires=${expires}&signature=${signature}`;
}

/** The same for one version of a file: who plays it goes on with these bytes after it was replaced. */
export function versionUrl(enterpriseId: string, fileId: string, version: number, now: Date): string {
  const { expires, signature } = memberSignature(enterpriseId, versionSubject(fileId, version), now);
  return `/media/${fileId}?v=${version}&expires=${expires}&signature=${signature}`;
}

/** What the signature of a version is for. */
export const versionSubject = (fileId: string, version: number) => `${fileId}/v${version}`;

/** Returns the expiry and signature of such a URL, for other things than files. @param subject checked by `isSignedFor` */
export function memberSignature(enterpriseId: string, subject: string, now: Date) {
  const expires = Math.ceil((now.getTime() / 1000 + SIGNED_SECONDS) / ROUNDING_SECONDS) * ROUNDING_SECONDS;
  return { expires, signature: sign(enterpriseId, subject, expires) };
}

/**
 * Returns a short-lived URL of a file of the HLS rendition of a video (serve-rendition.ts). It names the folder of the rendition: who
 * plays it goes on with it after the video was replaced.
 */
export function renditionUrl(enterpriseId: string, fileId: string, folder: string, name: string, now: Date): string {
  const { expires, signature } = memberSignature(enterpriseId, `${fileId}/hls/${folder}`, now);
  return `/media/${fileId}/hls/${expires}.${signature}.${folder}/${name}`;
}

/** Returns the folder in the path of a rendition, `{expires}.{signature}.{folder}`, or null unless that is valid as {@link isSignedFor}. */
export function signedRendition(enterpriseId: string, fileId: string, key: string, now: Date): string | null {
  const [expires = '', signature = '', folder = ''] = key.split('.', 3);
  const isValid = isSignedFor(
    enterpriseId,
    `${fileId}/hls/${folder}`,
    new URLSearchParams({ expires, signature }),
    now,
  );
  return isValid ? folder : null;
}

/** Returns a short-lived URL of one entry of an archive, a member file; `entry` is its place in the list, from 0. */
export function archiveEntryUrl(enterpriseId: string, fileId: string, entry: number, now: Date): string {
  const expires = Math.ceil(now.getTime() / 1000) + SIGNED_SECONDS;
  const path = `${fileId}/entry/${entry}`;
  return `/media/${path}?expires=${expires}&signature=${sign(enterpriseId, path, expires)}`;
}

/** Lifetime of the URL of a private file: long enough to resume an interrupted download. */
const PRIVATE_MINUTES = 10;

/** Returns a short-lived URL of a user's private file; it works in a session of that user only (serve-file.ts). */
export function privateFileUrl(enterpriseId: string, fileId: string, now: Date): string {
  const expires = Math.ceil(now.getTime() / 1000) + PRIVATE_MINUTES * 60;
  return `/media/${fileId}?expires=${expires}&signature=${sign(enterpriseId, fileId, expires)}`;
}

/**
 * Whether a URL has a valid signature of this portal for this tenant and file, has not expired, and was not signed while the
 * clock was ahead.
 */
export function isSignedFor(enterpriseId: string, fileId: string, query: URLSearchParams, now: Date): boolean {
  const asked = query.get('expires') ?? '';
  const expires = Number(asked);
  // Only one notation of a time is accepted, so that every file has one valid URL per expiry.
  if (!/^[1-9]\d{0,11}$/.test(asked)) return false;
  if (!isWithin(new Date(expires * 1000), now, SIGNED_SECONDS + ROUNDING_SECONDS)) return false;
  const given = Buffer.from(query.get('signature') ?? '');
  const right = Buffer.from(sign(enterpriseId, fileId, expires));
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign(enterpriseId: string, fileId: string, expires: number): string {
  return createHmac('sha256', appSecret()).update(`file\n${enterpriseId}\n${fileId}\n${expires}`).digest('base64url');
}
