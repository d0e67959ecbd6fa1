import { sql, type SQL } from 'drizzle-orm';
import type { ContentKindName, ContentState } from '#src/contract/rules/editing.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** In which transaction and when something is edited; also without a request, by a sweep. */
export type Editing = { db: TenantDb; enterpriseId: string; now: Date };

/** An error of a document at one of its fields: its path and the key of the message. */
export type DocumentError = { field: string; key: string };

/** Something that a change would mean for others: the key of the text, a number, and some names. */
export type Consequence = { key: string; count: number; names?: string[] };

/**
 * A kind of content with drafts, versions and a preview (docs/decisions/102). Its domain reads and writes documents; `server/editing` does
 * everything else. `editing/kinds.ts` lists all kinds.
 */
export type ContentKind<Document extends object = Record<string, unknown>> = {
  /** Tags of the cached pages that show things of this kind. */
  tags: (id: string) => string[];
  /** Chinese path of the page that shows it to learners. */
  page: (id: string, document: Document) => string;
  /** The title, for lists and messages. */
  titleOf: (document: Document) => string;
  /** A document for a copy: with ids of its own. */
  copyOf: (document: Document) => Document;
  /** Adds a thing that nobody sees yet. @returns its id */
  create: (editing: Editing, document: Document) => Promise<string>;
  /** What is stored now; null: there is no such thing. `isFromPack`: it came from a content pack. */
  read: (
    editing: Editing,
    id: string,
  ) => Promise<{ document: Document; isPublished: boolean; isFromPack: boolean } | null>;
  /** Why the document cannot be published; none: it can. */
  check: (editing: Editing, id: string, document: Document) => Promise<DocumentError[]>;
  /** Stores the document, which `check` accepts. */
  write: (editing: Editing, id: string, document: Document) => Promise<void>;
  /** Shows it to learners, or hides it from them. */
  setPublished: (editing: Editing, id: string, isPublished: boolean) => Promise<void>;
  /** What hiding it, or publishing this document, means for others. */
  consequences: (editing: Editing, id: string, change: 'hide' | { publish: Document }) => Promise<Consequence[]>;
};

/** Joins things of a kind with what the editors know about them, as `i`. @param thing alias of their table */
export const joinItem = (kind: ContentKindName, thing: SQL): SQL => sql`
  left join content_item i on i.enterprise_id = ${thing}.enterprise_id and i.kind = ${kind} and i.id = ${thing}.id`;

/** State of a thing, with `joinItem`. @param thing alias of its table @param published condition: learners see it */
export const stateOfItem = (thing: SQL, published: SQL): SQL<ContentState> => sql`case
  when i.deleted_at is not null then 'deleted'
  when ${published} then 'published'
  when ${thing}.code like 'portal-%' and coalesce(i.version, 0) = 0 then 'draft'
  else 'withdrawn' end`;

/** Columns that all lists of the editors have, with `joinItem`. @param thing alias of the table @param changed when its row changed */
export const itemColumns = (thing: SQL, changed: SQL): SQL => sql`
  i.draft is not null as "hasDraft", i.publish_at as "publishAt", i.withdraw_at as "withdrawAt",
  ${thing}.code not like 'portal-%' and i.taken_over_at is null as "isFromPack",
  greatest(i.gmt_modified, ${changed}) as "changedAt"`;
