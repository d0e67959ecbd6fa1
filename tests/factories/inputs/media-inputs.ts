import type { media } from '#src/contract/media.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileVersion } from '#src/server/file/tables.ts';
import { mintFolder, mintMedia, mintUpload } from '../media.ts';
import { ok } from '../portal.ts';
import type { Inputs, Scene } from '../scene.ts';
import { mintPerson } from '../tenant.ts';
import { PIXEL } from '../company.ts';

const none = () => ({});
const file = async ({ world }: Scene) => ({ id: await mintMedia(world.tenant) });
const files = async (scene: Scene) => ({ ids: [(await file(scene)).id] });
const picture = () => new File([new Uint8Array(PIXEL)], 'poster.png', { type: 'image/png' });
const captions = () => new File(['WEBVTT\n\n00:01.000 --> 00:02.000\nHello'], 'en.vtt', { type: 'text/vtt' });

async function replacement({ world, person }: Scene) {
  const replacesId = await mintMedia(world.tenant, 'video', { seconds: 100 });
  return { uploadId: await mintUpload(world.tenant, person.userId, { replacesId }) };
}
async function former(scene: Scene) {
  const { id } = await file(scene);
  const enterpriseId = scene.world.tenant.id;
  await withTenant(enterpriseId, (db) =>
    db.insert(fileVersion).values({
      ...{ enterpriseId, fileId: id, version: 7, storeKey: id, sha256: `former ${id}`, contentType: 'video/mp4' },
      ...{ fileSize: 5, duration: 50, replacedAt: new Date() },
    }),
  );
  return { id, version: 7 };
}
const admin = ({ world }: Scene) => mintPerson(world.tenant, { isAdmin: true });
/** The plan of a change; none for a person who may not see it. */
const planOf = async <T extends object>(read: () => Promise<{ plan: string }>, input: T) => ({
  ...input,
  plan: await read().then(
    ({ plan }) => plan,
    () => 'none',
  ),
});

export const mediaInputs: Inputs<keyof typeof media> = {
  'POST /data/auth/media/page': none,
  'GET /data/auth/media/view': file,
  'GET /data/auth/media/quota': none,
  'GET /data/auth/media/folder/list': none,
  'POST /data/auth/media/folder/save': async ({ world }) => {
    const was = { name: `Folder ${crypto.randomUUID()}`, parentId: null };
    return { id: await mintFolder(world.tenant, was.name), name: `${was.name} 2`, was };
  },
  'DELETE /data/auth/media/folder/delete': async ({ world }) => ({
    id: await mintFolder(world.tenant, `Folder ${crypto.randomUUID()}`),
  }),
  'PUT /data/auth/media/rename': async (scene) => ({
    ...(await file(scene)),
    name: `${scene.world.mark}.mp4`,
    revision: 1,
  }),
  'PUT /data/auth/media/move': async (scene) => ({ ...(await files(scene)), folderId: null }),
  'PUT /data/auth/media/publish': files,
  'POST /data/auth/media/delete/plan': files,
  'POST /data/auth/media/delete': async (scene) => ({ ...(await files(scene)), deletable: 1 }),
  'PUT /data/auth/media/restore': async ({ world }) => ({
    ids: [await mintMedia(world.tenant, 'video', { deletedAt: new Date() })],
  }),
  'GET /data/auth/media/upload/list': none,
  'POST /data/auth/media/upload/states': async ({ world, person }) => ({
    ids: [await mintUpload(world.tenant, person.userId)],
  }),
  'GET /data/auth/media/replacement/view': replacement,
  'POST /data/auth/media/replacement/apply': async (scene) => {
    const input = await replacement(scene);
    return planOf(() => ok(scene.person, 'GET /data/auth/media/replacement/view', input), input);
  },
  'GET /data/auth/media/version/view': former,
  'POST /data/auth/media/version/restore': async (scene) => {
    const input = await former(scene);
    const reader = await admin(scene);
    return planOf(() => ok(reader, 'GET /data/auth/media/version/view', input), input);
  },
  'POST /data/auth/media/caption/upload': async (scene) => ({ ...(await file(scene)), lang: 'en', file: captions() }),
  'DELETE /data/auth/media/caption/delete': async (scene) => {
    const input = { ...(await file(scene)), lang: 'en' };
    await ok(await admin(scene), 'POST /data/auth/media/caption/upload', { ...input, file: captions() });
    return input;
  },
  'POST /data/auth/media/poster/upload': async (scene) => ({ ...(await file(scene)), file: picture() }),
  'DELETE /data/auth/media/poster/delete': async (scene) => {
    const input = await file(scene);
    await ok(await admin(scene), 'POST /data/auth/media/poster/upload', { ...input, file: picture() });
    return input;
  },
};
