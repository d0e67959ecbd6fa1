import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Layout } from '#src/contract/rules/certificate-layout.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';
import { file } from '#src/server/file/tables.ts';

/** What stands where on certificates: a draft, and what was published of it. */
export const certificateTemplate = pgTable(
  'certificate_template',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Of a content pack; null: made in the portal. */
    code: text('code'),
    name: text('name').notNull(),
    draft: jsonb('draft').$type<Layout>().notNull(),
    /** Rises with each change; a save names the one that it is based on. */
    revision: integer('revision').notNull().default(1),
    gmtCreate: gmtCreate(),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('certificate_template_code_unique').on(t.enterpriseId, t.code),
    atLeast(t.revision, 1),
  ],
);

/** A template as it was published. It does not change, because certificates were issued with it; a trigger sees to that. */
export const certificateTemplateVersion = pgTable(
  'certificate_template_version',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    templateId: uuid('template_id').notNull(),
    /** From 1. */
    version: integer('version').notNull(),
    layout: jsonb('layout').$type<Layout>().notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique('certificate_template_version_unique').on(t.enterpriseId, t.templateId, t.version),
    foreignKey({
      name: 'certificate_template_version_template_fk',
      columns: [t.enterpriseId, t.templateId],
      foreignColumns: [certificateTemplate.enterpriseId, certificateTemplate.id],
    }).onDelete('cascade'),
    atLeast(t.version, 1),
  ],
);

/** Files that are pictures of templates. They are not in the media library, so nobody replaces or deletes them there. */
export const certificatePicture = pgTable(
  'certificate_picture',
  {
    enterpriseId: enterpriseId(),
    fileId: uuid('file_id').notNull(),
    /** Bytes. */
    fileSize: integer('file_size').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.fileId] }),
    foreignKey({
      name: 'certificate_picture_file_fk',
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [file.enterpriseId, file.id],
    }),
    atLeast(t.fileSize, 1),
  ],
);

/** Pictures of the draft and of the versions of a template: while it is named here, a picture cannot be deleted. */
export const certificateTemplatePicture = pgTable(
  'certificate_template_picture',
  {
    enterpriseId: enterpriseId(),
    templateId: uuid('template_id').notNull(),
    fileId: uuid('file_id').notNull(),
  },
  (t) => [
    primaryKey({ name: 'certificate_template_picture_pk', columns: [t.enterpriseId, t.templateId, t.fileId] }),
    index('certificate_template_picture_file').on(t.enterpriseId, t.fileId),
    foreignKey({
      name: 'certificate_template_picture_template_fk',
      columns: [t.enterpriseId, t.templateId],
      foreignColumns: [certificateTemplate.enterpriseId, certificateTemplate.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'certificate_template_picture_file_fk',
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [certificatePicture.enterpriseId, certificatePicture.fileId],
    }),
  ],
);
