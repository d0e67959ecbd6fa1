import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendSmsJob } from '#src/server/jobs/send-sms.ts';
import { makeExportJob } from '#src/server/jobs/make-export.ts';
import { settings } from '#src/server/core/settings.ts';
import { sealSms } from '#src/server/account/code/sms/seal-sms.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { companionCookie } from '../factories/session.ts';
import { anyPhone } from '../factories/codes.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';
import { pictureForm } from '../factories/upload.ts';

/*
 * The file folder becomes read-only while the portal runs, as when the kernel remounts it after a disk error:
 * operations that write files fail for the time being, all others continue to work.
 */

const NOBODY_UID = 65_534;
const UPLOAD = '/gateway/system/auth/upload/pic';
let tenant: TestTenant;
let person: TestPerson;
let picture: Buffer;

const folders = async () => {
  const { dataDir } = settings();
  const below = await readdir(join(dataDir, 'files'), { recursive: true, withFileTypes: true });
  const inside = below.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return [dataDir, join(dataDir, 'files'), ...inside];
};

/** Removes the write permission, also from root: until `makeWritable`, this process runs as nobody. */
async function makeReadOnly(): Promise<void> {
  for (const folder of await folders()) await chmod(folder, 0o555);
  if (process.getuid!() === 0) process.seteuid!(NOBODY_UID);
}
async function makeWritable(): Promise<void> {
  if (process.getuid!() === 0) process.seteuid!(0);
  for (const folder of await folders()) await chmod(folder, 0o755);
}

const headersOf = (who: TestPerson) => ({
  host: who.host,
  authorization: `Bearer ${who.token}`,
  cookie: companionCookie(who.token),
});
async function upload() {
  const body = pictureForm(picture);
  const response = await portal.request(`http://${tenant.host}${UPLOAD}`, {
    method: 'POST',
    headers: headersOf(person),
    body,
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return { status: response.status, retryAfter: response.headers.get('retry-after'), id: data?.id };
}
const variant = (id: string, name: string) =>
  portal.request(`http://${tenant.host}/media/${id}/${name}`, { headers: { host: tenant.host } });

let uploaded: string;
let sms: ReturnType<typeof sealSms>;
beforeAll(async () => {
  tenant = await mintTenant();
  person = await mintPerson(tenant);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  picture = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#888', noise } })
    .png()
    .toBuffer();
  // A separate folder: other tests write at the same time.
  settings().dataDir = await mkdtemp(join(tmpdir(), 'zhixing-read-only-'));
  await mkdir(join(settings().dataDir, 'files'));
  // Also loads the modules that are imported on first use: the user nobody may have no permission to read them.
  const first = await upload();
  expect(first.status).toBe(200);
  uploaded = first.id;
  expect((await variant(uploaded, '192.webp')).status).toBe(200);
  const { id } = await ok(person, 'POST /data/auth/credit/hour/change/record/export');
  await makeExportJob({ enterpriseId: tenant.id, exportId: id });
  const expiresAt = new Date(Date.now() + 600_000).toISOString();
  const message = { phone: anyPhone(), purpose: 'login' as const, code: '123456', minutes: 10, text: 'x' };
  sms = sealSms({ ...message, silent: false, expiresAt });
  await makeReadOnly();
});
afterAll(async () => {
  await makeWritable();
  await rm(settings().dataDir, { recursive: true });
});

describe('while files cannot be written', () => {
  it('rejects writes, serves existing files, and resumes afterwards', async () => {
    expect(await upload()).toMatchObject({ status: 503, retryAfter: '30' });

    // Served: an existing variant, and the original instead of a variant that cannot be stored now.
    expect((await variant(uploaded, '192.webp')).headers.get('cache-control')).toContain('immutable');
    const original = await variant(uploaded, '320.webp');
    expect([original.status, original.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
    expect((await original.arrayBuffer()).byteLength).toBeGreaterThan(0);
    expect((await call(person, 'GET /user/auth/enterprise/user/info/current/view')).code).toBe(200);

    // An export fails, which its owner sees, and can be generated again.
    const { id } = await ok(person, 'POST /data/auth/credit/hour/change/record/export');
    await makeExportJob({ enterpriseId: tenant.id, exportId: id });
    const list = () => ok(person, 'POST /data/auth/export/record/page');
    expect((await list()).list.find((record) => record.id === id)).toMatchObject({ exportStatus: 3 });
    // An existing export is deleted for its owner; that its file remains is logged.
    const made = (await list()).list.find((record) => record.exportStatus === 2)!;
    await ok(person, 'DELETE /data/auth/export/record/delete', { id: made.id });
    expect((await list()).list.map((record) => record.id)).not.toContain(made.id);

    // A code stays in the queue and is sent later.
    await expect(sendSmsJob(sms)).rejects.toMatchObject({ code: 'EACCES' });

    await makeWritable();
    await sendSmsJob(sms);
    expect((await upload()).status).toBe(200);
    const late = await variant(uploaded, '320.webp');
    expect([late.headers.get('content-type'), late.headers.get('cache-control')]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    await ok(person, 'POST /data/auth/export/record/remake', { id });
    await makeExportJob({ enterpriseId: tenant.id, exportId: id });
    expect((await list()).list.find((record) => record.id === id)).toMatchObject({ exportStatus: 2 });
  });
});
