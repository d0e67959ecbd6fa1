import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import { variantKey } from '#src/server/file/make-variant.ts';
import { portal } from '../factories/portal.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
let other: TestTenant;
let source: Buffer;
beforeAll(async () => {
  [tenant, other] = [await mintTenant(), await mintTenant()];
  // Noise, so that a smaller variant has fewer bytes.
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  source = await sharp({ create: { width: 1000, height: 500, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
});

/** Stores a file of a tenant. */
async function store(
  bytes: Buffer,
  more: { visibility?: 'public' | 'member'; contentType?: string } = {},
  owner = tenant,
): Promise<{ id: string; storeKey: string }> {
  const id = randomUUID();
  const storeKey = `${owner.id}/${id}`;
  await (await fileStore()).put(storeKey, bytes);
  await withTenant(owner.id, (db) =>
    db.insert(file).values({
      enterpriseId: owner.id,
      id,
      storeKey,
      sha256: id.replaceAll('-', '').repeat(2),
      fileName: 'cover.png',
      contentType: 'image/png',
      fileSize: bytes.length,
      visibility: 'public',
      ...more,
    }),
  );
  return { id, storeKey };
}

const get = (id: string, name: string, init: RequestInit = {}, host = tenant.host) =>
  portal.request(`http://${host}/media/${id}/${name}`, { ...init, headers: { host, ...init.headers } });

describe('a picture variant', () => {
  it.each(['avif', 'webp'] as const)('is made as %s in the requested width, and stored', async (format) => {
    const { id, storeKey } = await store(source);
    const answer = await get(id, `320.${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(`image/${format}`);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-disposition')).toContain(`cover.${format}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.length).toBe(Number(answer.headers.get('content-length')));
    const { width, height, format: found } = await sharp(bytes).metadata();
    expect([width, height, found]).toEqual([320, 160, format === 'avif' ? 'heif' : 'webp']);

    const key = variantKey({ storeKey, width: 320, format });
    expect(await (await fileStore()).exists(key)).toBe(true);
    const again = await get(id, `320.${format}`, { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect(again.status).toBe(304);
    // Other widths have another ETag.
    const larger = await get(id, `640.${format}`, { headers: { 'if-none-match': answer.headers.get('etag')! } });
    expect(larger.status).toBe(200);
    await deleteStored(storeKey);
    expect(await (await fileStore()).exists(key)).toBe(false);
  });

  it('is made once for concurrent requests', async () => {
    const { id } = await store(source);
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(id, '480.webp')));
    const etags = new Set(answers.map(({ headers }) => headers.get('etag')));
    expect([...etags]).toHaveLength(1);
    expect(answers.every(({ headers }) => headers.get('content-type') === 'image/webp')).toBe(true);
  });

  it('is never larger than the original in pixels or bytes', async () => {
    const small = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
      .webp()
      .toBuffer();
    const { id } = await store(small, { contentType: 'image/webp' });
    const answer = await get(id, '1600.avif');
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(small);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
  });

  it('is replaced by the original when too many are in progress or it cannot be made', async () => {
    const many = await Promise.all(Array.from({ length: 30 }, () => store(source)));
    const answers = await Promise.all(many.map(({ id }) => get(id, '96.webp')));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const original = answers.filter(({ headers }) => headers.get('content-type') === 'image/png');
    expect(original.length).toBeGreaterThan(0);
    expect(original.length).toBeLessThan(many.length);
    for (const { headers } of original) expect(headers.get('cache-control')).toBe('public, max-age=60');

    const broken = await store(source.subarray(0, 400));
    const answer = await get(broken.id, '320.webp');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('returns 404 for other than public pictures of this tenant, and for other widths and formats', async () => {
    const { id } = await store(source);
    const secret = await store(source, { visibility: 'member' });
    const paper = await store(source, { contentType: 'application/pdf' });
    const foreign = await store(source, {}, other);
    for (const [fileId, name] of [
      [secret.id, '320.webp'],
      [paper.id, '320.webp'],
      [foreign.id, '320.webp'],
      [randomUUID(), '320.webp'],
      ['..%2f..', '320.webp'],
      ['x', '320.webp'],
      ...['321.webp', '320.png', '320.svg', '99999.avif', '0320.webp', '320', '%2e%2e', '320.webp%00'].map((name) => [
        id,
        name,
      ]),
    ] as [string, string][])
      expect((await get(fileId, name)).status, `${fileId}/${name}`).toBe(404);
    expect(await (await fileStore()).exists(`${tenant.id}/${id}.made/321.webp`)).toBe(false);
  });
});
