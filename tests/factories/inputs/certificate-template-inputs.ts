import { randomUUID } from 'node:crypto';
import type { certificateTemplate } from '#src/contract/certificate-template.ts';
import { mintTemplate, pictureFile, plainLayout } from '../certificate-template.ts';
import { mintCertificate } from '../record.ts';
import type { Inputs, Scene } from '../scene.ts';

const template = async ({ world: { tenant, mark } }: Scene) => ({ id: await mintTemplate(tenant, { name: mark }) });

export const certificateTemplateInputs: Inputs<keyof typeof certificateTemplate> = {
  'POST /course/auth/certificate/template/page': () => ({}),
  'GET /course/auth/certificate/template/list': () => ({}),
  'POST /course/auth/certificate/template/add': async (scene) => ({
    ...{ name: `Template ${scene.world.mark}`, orientation: 'portrait' },
    templateOf: (await template(scene)).id,
  }),
  'GET /course/auth/certificate/template/view': template,
  'POST /course/auth/certificate/template/save': async (scene) => ({
    ...{ ...(await template(scene)), revision: 1, name: `Template ${scene.world.mark}` },
    layout: plainLayout('portrait'),
  }),
  'POST /course/auth/certificate/template/publish': async (scene) => ({ ...(await template(scene)), revision: 1 }),
  'POST /course/auth/certificate/template/restore': async (scene) => ({
    ...{ ...(await template(scene)), revision: 1, version: 1 },
  }),
  'DELETE /course/auth/certificate/template/delete': template,
  'POST /course/auth/certificate/template/picture/upload': async () => ({ file: await pictureFile() }),
  'POST /course/auth/certificate/kind/template/save': async (scene) => ({
    id: await mintCertificate(scene.world.tenant, { code: `portal-${randomUUID()}` }),
    ...{ revision: 0, templateId: (await template(scene)).id },
  }),
};
