import sharp from 'sharp';
import {
  insidePage,
  type Layout,
  type LayoutElement,
  type Orientation,
  PLAIN,
} from '#src/contract/rules/certificate-layout.ts';
import { certificateTemplate } from '#src/server/record/tables/template.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { addVersion } from '#src/server/record/template/template-rows.ts';
import type { TestTenant } from './tenant.ts';

/** An element of a layout; its text is the same in both languages unless both are given. */
export const element = (
  kind: LayoutElement['kind'],
  more: Partial<LayoutElement> & { text?: string } = {},
): LayoutElement => {
  const { text = '', ...given } = more;
  return {
    ...{ ...PLAIN, kind, id: `${kind}-${Math.random().toString(36).slice(2, 10)}` },
    ...{ x: 20, y: 20, width: 100, height: 20, zh: text, en: text },
    ...given,
  };
};

/** A layout with the name, the number and a code. */
export const plainLayout = (orientation: Orientation = 'landscape', more: LayoutElement[] = []): Layout => ({
  ...{ orientation, backgroundFileId: null },
  elements: [
    element('text', { text: '{name}', y: 40, size: 30, bold: true }),
    element('text', { text: 'No. {number}', y: 70, align: 'left' }),
    element('qr', { x: 150, y: 100, width: 25, height: 25 }),
    ...more,
  ].map((each) => insidePage(each, orientation)),
});

/** Inserts a template; with a version unless it is not published. @returns its id */
export async function mintTemplate(
  tenant: TestTenant,
  { name = 'Template', layout = plainLayout(), published = true } = {},
): Promise<string> {
  return withTenant(tenant.id, async (db) => {
    const [{ id }] = (await db
      .insert(certificateTemplate)
      .values({ enterpriseId: tenant.id, name, draft: layout })
      .returning({ id: certificateTemplate.id })) as [{ id: string }];
    if (published) await addVersion(db, { enterpriseId: tenant.id, templateId: id, layout, at: new Date() });
    return id;
  });
}

/** A picture as a file: of one colour, or transparent around it. */
export async function pictureFile({
  color = '#c03a2e',
  transparent = false,
  width = 60,
  height = 60,
} = {}): Promise<File> {
  const plain = sharp({ create: { width, height, channels: 4, background: color } });
  const hole = { create: { width: 20, height: 20, channels: 4 as const, background: '#ffffff' } };
  const made = transparent ? plain.composite([{ input: hole, blend: 'dest-out' }]).png() : plain.removeAlpha().jpeg();
  const type = transparent ? 'image/png' : 'image/jpeg';
  return new File([new Uint8Array(await made.toBuffer())], 'picture', { type });
}
