import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Importing, syncByCode } from '#src/server/pack/importing.ts';
import { layoutOf, templatePictures } from '#src/server/pack/pack-certificates.ts';
import { certificateTemplate } from '#src/server/record/tables/template.ts';
import { preparePicture, storePicture } from './template-pictures.ts';
import { addVersion, keepPictures, ownTemplate, readPublished } from './template-rows.ts';

/**
 * Imports the templates of certificates with their pictures, and publishes what is new; what was changed in the portal stays.
 * @returns ids by code
 */
export async function importTemplates(importing: Importing): Promise<Map<string, string>> {
  const { db, enterpriseId, pack, now } = importing;
  const pictures = new Map<string, string>();
  for (const path of new Set(pack.certificateTemplates.flatMap(templatePictures))) {
    const picture = await preparePicture(await readFile(pack.media.get(path)!.absolute));
    pictures.set(path, await storePicture(db, enterpriseId, picture, now));
  }
  const rows = pack.certificateTemplates.map(({ code, name, ...template }) => ({
    ...{ code, name },
    draft: layoutOf(template, (path) => pictures.get(path)!),
  }));
  const ids = await syncByCode(importing, 'certificateTemplate', certificateTemplate, rows, {
    hidden: null,
    deletable: true,
  });
  for (const { code, draft } of rows) {
    const id = ids.get(code);
    if (!id) continue;
    const [stored] = await db
      .select({ draft: certificateTemplate.draft })
      .from(certificateTemplate)
      .where(ownTemplate(enterpriseId, id));
    if (!isDeepStrictEqual(stored!.draft, draft)) continue;
    await keepPictures(db, enterpriseId, id, draft);
    const published = await readPublished(db, enterpriseId, id);
    if (!isDeepStrictEqual(published, draft))
      await addVersion(db, { enterpriseId, templateId: id, layout: draft, at: now });
  }
  return ids;
}
