import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { and, eq, inArray } from 'drizzle-orm';
import sharp from 'sharp';
import { type Layout, picturesOf } from '#src/contract/rules/certificate-layout.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { file } from '#src/server/file/tables.ts';
import type { SheetPicture } from './draw-template.ts';

const deflated = promisify(deflate);

/** Bytes of pictures that are kept, so that each is read once for an archive of certificates. They never change. */
const KEPT_BYTES = 32 * 1024 * 1024;
const kept = new Map<string, SheetPicture>();

/** Reads the pictures of a layout as a PDF holds them. Decoded in the threads of libvips. */
export async function loadPictures(enterpriseId: string, layout: Layout): Promise<SheetPicture[]> {
  const ids = picturesOf(layout);
  const missing = ids.filter((id) => !kept.has(keyOf(enterpriseId, id)));
  const rows =
    missing.length === 0
      ? []
      : await withTenant(enterpriseId, (db) =>
          db
            .select({ id: file.id, storeKey: file.storeKey, contentType: file.contentType })
            .from(file)
            .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, missing))),
        );
  const read = new Map<string, SheetPicture>();
  for (const { id, storeKey, contentType } of rows) {
    const bytes = await (await fileStore()).getBytes(storeKey);
    read.set(id, await prepared(id, bytes, contentType));
  }
  const pictures = ids.flatMap((id) => read.get(id) ?? kept.get(keyOf(enterpriseId, id)) ?? []);
  for (const picture of pictures) keep(keyOf(enterpriseId, picture.id), picture);
  return pictures;
}

const keyOf = (enterpriseId: string, id: string) => `${enterpriseId} ${id}`;

async function prepared(id: string, stored: Uint8Array, contentType: string): Promise<SheetPicture> {
  // A copy of its own: what is sent to the other thread is the whole memory behind it.
  const bytes = new Uint8Array(stored);
  if (contentType === 'image/jpeg') {
    const { width, height, channels } = await sharp(bytes).metadata();
    return {
      ...{ id, width, height, channels: channels === 1 ? 1 : 3 },
      filter: 'DCTDecode',
      colors: bytes,
      alpha: null,
    };
  }
  const [{ data: colors, info }, alpha] = await Promise.all([
    sharp(bytes).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }),
    sharp(bytes).ensureAlpha().extractChannel('alpha').raw().toBuffer(),
  ]);
  return {
    ...{ id, width: info.width, height: info.height, channels: 3, filter: 'FlateDecode' },
    ...{ colors: new Uint8Array(await deflated(colors)), alpha: new Uint8Array(await deflated(alpha)) },
  };
}

/** Keeps a picture as the latest one; the earliest ones go. */
function keep(key: string, picture: SheetPicture): void {
  kept.delete(key);
  kept.set(key, picture);
  let bytes = 0;
  for (const [each, { colors, alpha }] of [...kept].reverse()) {
    bytes += colors.length + (alpha?.length ?? 0);
    if (bytes > KEPT_BYTES) kept.delete(each);
  }
}
