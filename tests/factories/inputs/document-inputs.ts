import type { documents } from '#src/contract/document.ts';
import { zip } from '../../demo-media/zip.ts';
import { mintDocument } from '../office-files.ts';
import { ok } from '../portal.ts';
import type { Inputs, Scene } from '../scene.ts';

const text = async ({ world }: Scene) => {
  const { resourceId } = await mintDocument(world.tenant, world.courseId, 'md', `# ${world.mark}\n\nRead this.`);
  return { resourceId };
};

export const documentInputs: Inputs<keyof typeof documents> = {
  'GET /course/auth/study/document/view': text,
  'GET /course/auth/study/document/page': async (scene) => {
    const { resourceId } = await text(scene);
    await ok(scene.person, 'GET /course/auth/study/document/view', { resourceId });
    return { resourceId, number: 1 };
  },
  'GET /course/auth/study/archive/view': async ({ world }) => {
    const { resourceId } = await mintDocument(world.tenant, world.courseId, 'zip', zip({ 'a.txt': world.mark }));
    return { resourceId };
  },
};
