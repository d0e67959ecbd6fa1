import { z } from 'zod';
import {
  ALIGNS,
  ELEMENT_KINDS,
  type Layout,
  LAYOUT_LIMITS,
  layoutProblems,
  type Orientation,
  PLAIN,
} from '#src/contract/rules/certificate-layout.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { Code, item, Line, list, MediaPath, text } from './fields.ts';

/* Schemas of certificates and their templates (docs/content-packs.md). */

export const Certificate = item({
  code: Code,
  certificateName: Line,
  issuer: Line,
  validMonths: z.int('should be a whole number').min(1, 'should be at least 1').optional(),
  template: Code.optional(),
});
export type Certificate = z.infer<typeof Certificate>;
export const Certificates = list(Certificate, MAX_ITEMS.certificates);

const Millimetres = z.number('should be a number of millimetres').min(0, 'should be at least 0');
const within = ({ least, most }: { least: number; most: number }) =>
  z.number('should be a number').min(least, `should be at least ${least}`).max(most, `should be at most ${most}`);
const Words = text(LAYOUT_LIMITS.text);

const Element = item({
  kind: z.enum(ELEMENT_KINDS),
  x: Millimetres,
  y: Millimetres,
  width: Millimetres,
  height: Millimetres,
  zh: Words.optional(),
  en: Words.optional(),
  size: within(LAYOUT_LIMITS.letters).optional(),
  bold: z.boolean().optional(),
  align: z.enum(ALIGNS).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'should be a colour like "#8a2b22"')
    .optional(),
  thickness: within(LAYOUT_LIMITS.thickness).optional(),
  picture: MediaPath.optional(),
});

const Template = item({
  code: Code,
  name: text(LAYOUT_LIMITS.name),
  orientation: z.enum(['landscape', 'portrait'] satisfies Orientation[]),
  background: MediaPath.optional(),
  elements: list(Element, LAYOUT_LIMITS.elements),
}).superRefine((template, context) => {
  for (const { path } of layoutProblems(layoutOf(template, () => null)))
    context.addIssue({
      code: 'custom',
      path,
      message: 'should be inside the page, or have only placeholders that there are',
    });
});
export type CertificateTemplate = z.infer<typeof Template>;
export const CertificateTemplates = list(Template, LAYOUT_LIMITS.templates);

/** Returns the layout that a template of a pack describes. @param fileId id of the file of a picture by its path in the pack */
export const layoutOf = (
  { orientation, background, elements }: Pick<CertificateTemplate, 'orientation' | 'background' | 'elements'>,
  fileId: (path: string) => string | null,
): Layout => ({
  orientation,
  backgroundFileId: background === undefined ? null : fileId(background),
  elements: elements.map(({ kind, x, y, width, height, picture, ...given }, n) => {
    const { zh = '', en = '', size = PLAIN.size, bold = PLAIN.bold, align = PLAIN.align } = given;
    const { color = PLAIN.color, thickness = PLAIN.thickness } = given;
    const look = { zh, en, size, bold, align, color, thickness };
    return { id: `e${n + 1}`, kind, x, y, width, height, ...look, fileId: picture ? fileId(picture) : null };
  }),
});

/** Paths of the pictures of a template, each once. */
export const templatePictures = ({ background, elements }: CertificateTemplate): string[] => [
  ...new Set([background, ...elements.map(({ picture }) => picture)].filter((path) => path !== undefined)),
];
