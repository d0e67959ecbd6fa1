import { createHmac, timingSafeEqual } from 'node:crypto';
import { appSecret } from '#src/server/core/settings.ts';

/** How long a signed address of a member file works, seconds: longer than a course video, shorter than a working day. */
const SIGNED_SECONDS = 4 * 3600;

/** Address of a picture or other file that every visitor of the tenant may see. Never changes, so it is cached for good. */
export function publicFileUrl(fileId: string): string;
export function publicFileUrl(fileId: string | null | undefined): string | null;
export function publicFileUrl(fileId: string | null | undefined): string | null {
  return fileId ? `/media/${fileId}` : null;
}

/**
 * Short-lived address of a member file (course media, papers). Works for whoever holds it, on this tenant's host only.
 * The expiry is rounded up to the hour, so that the browser's cache is of use.
 */
export function memberFileUrl(enterpriseId: string, fileId: string, now: Date): string {
  const expires = Math.ceil((now.getTime() / 1000 + SIGNED_SECONDS) / 3600) * 3600;
  return `/media/${fileId}?expires=${expires}&signature=${sign(enterpriseId, fileId, expires)}`;
}

/** Minutes that the address of a private file works: long enough to click, and to resume a broken download. */
const PRIVATE_MINUTES = 10;

/** Short-lived address of a file that is somebody's own; of any session but theirs it shows nothing (serve-file.ts). */
export function privateFileUrl(enterpriseId: string, fileId: string, now: Date): string {
  const expires = Math.ceil(now.getTime() / 1000) + PRIVATE_MINUTES * 60;
  return `/media/${fileId}?expires=${expires}&signature=${sign(enterpriseId, fileId, expires)}`;
}

/** Whether a signed address is ours, for this tenant, and not expired. */
export function isSignedFor(enterpriseId: string, fileId: string, query: URLSearchParams, now: Date): boolean {
  const asked = query.get('expires') ?? '';
  const expires = Number(asked);
  // One way to write a time, so that one address is signed and not several.
  if (!/^[1-9]\d{0,11}$/.test(asked) || expires * 1000 < now.getTime()) return false;
  const given = Buffer.from(query.get('signature') ?? '');
  const right = Buffer.from(sign(enterpriseId, fileId, expires));
  return given.length === right.length && timingSafeEqual(given, right);
}

function sign(enterpriseId: string, fileId: string, expires: number): string {
  return createHmac('sha256', appSecret()).update(`file\n${enterpriseId}\n${fileId}\n${expires}`).digest('base64url');
}
