import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { startS3, type S3StandIn } from '../stand-ins/s3.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

const SIZE = 1_000_000;
const bytes = randomBytes(SIZE);

let s3: S3StandIn;
let tenant: TestTenant;
let request: (path: string, headers?: Record<string, string>) => Promise<Response>;
beforeAll(async () => {
  s3 = await startS3();
  Object.assign(process.env, {
    S3_ENDPOINT: s3.origin,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'media',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  // Settings are read once, so the portal is imported after they are set.
  const { portal } = await import('../factories/portal.ts');
  tenant = await mintTenant();
  request = async (path, headers = {}) =>
    portal.request(`http://${tenant.host}${path}`, { headers: { host: tenant.host, ...headers } });
});
afterAll(() => s3.stop());

/** Inserts a public file; with `lost` the object does not exist. */
async function mintFile(lost = false): Promise<string> {
  const id = randomUUID();
  const storeKey = `${tenant.id}/${id}`;
  if (!lost) s3.put(`/media/${storeKey}`, bytes);
  await withTenant(tenant.id, (db) =>
    db.insert(file).values({
      enterpriseId: tenant.id,
      id,
      storeKey,
      sha256: id,
      fileName: 'film.mp4',
      contentType: 'video/mp4',
      fileSize: SIZE,
      visibility: 'public',
    }),
  );
  s3.requests.length = 0;
  return `/media/${id}`;
}

it.each([
  ['bytes=900000-900099', 900_000, 900_099],
  ['bytes=999000-', 999_000, SIZE - 1],
  ['bytes=-10', SIZE - 10, SIZE - 1],
])('fetches only the range %s of an object', async (range, from, to) => {
  const path = await mintFile();
  const answer = await request(path, { range });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${SIZE}`);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(from, to + 1))).toBe(true);
  expect(s3.requests.map(({ method, range: asked, sent }) => ({ method, asked, sent }))).toEqual([
    { method: 'GET', asked: `bytes=${from}-${to}`, sent: to - from + 1 },
  ]);
});

it('returns the whole object without a range', async () => {
  const answer = await request(await mintFile());
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
});

it('returns 404 with a message for an object that the bucket does not have', async () => {
  const path = await mintFile(true);
  for (const [language, text] of [
    ['en', 'This file is missing from the file store.'],
    ['zh-CN', '文件存储中没有此文件。'],
  ]) {
    const answer = await request(path, { range: 'bytes=0-9', 'accept-language': language! });
    expect([answer.status, await answer.text()]).toEqual([404, text]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
});

it('returns 503 while the object store refuses requests', async () => {
  const path = await mintFile();
  s3.failing = true;
  const answer = await request(path, { 'accept-language': 'en' });
  s3.failing = false;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30']);
  expect(await answer.text()).toBe('The file store is not available. Please try again later.');
});

describe('files without variants', () => {
  const COUNT = 1_203;
  async function mintObjects() {
    const keys = Array.from({ length: COUNT }, (_, n) => `${tenant.id}/live/${randomUUID()}/${n}`);
    for (const key of keys) s3.put(`/media/${key}`, bytes.subarray(0, 3));
    s3.requests.length = 0;
    const { deletePlain } = await import('#src/server/file/store.ts');
    const left = () => keys.filter((key) => s3.objects.has(`/media/${key}`));
    return { keys, left, deletePlain };
  }

  it('are deleted with one request for a thousand', async () => {
    const { keys, left, deletePlain } = await mintObjects();
    await deletePlain([...keys, 'missing']);
    expect(left()).toEqual([]);
    expect(s3.requests.map(({ method, path }) => `${method} ${path.replace(/\/$/, '')}`)).toEqual([
      'POST /media',
      'POST /media',
    ]);
  });

  it('are all deleted but the refused one, which is an error', async () => {
    const { keys, left, deletePlain } = await mintObjects();
    s3.refusing = keys[1_100]!;
    await expect(deletePlain(keys)).rejects.toThrow();
    expect(left()).toEqual([keys[1_100]]);
    s3.refusing = null;
    await deletePlain(left());
    expect(left()).toEqual([]);
  });

  it('are deleted one by one where the store has no bulk deletion; a store that does not answer is an error', async () => {
    const { keys, left, deletePlain } = await mintObjects();
    s3.withoutBulk = true;
    await deletePlain(keys.slice(0, 40));
    s3.withoutBulk = false;
    expect(left()).toEqual(keys.slice(40));
    s3.failing = true;
    await expect(deletePlain(keys)).rejects.toThrow();
    s3.failing = false;
    expect(left()).toEqual(keys.slice(40));
  });
});
