import type { TemplatePart } from '#src/contract/rules/editing.ts';
import type { TenantDb } from './db/tenant.ts';

/** In which transaction and when something is edited; also without a request, by a sweep. */
export type Editing = { db: TenantDb; enterpriseId: string; now: Date };

/** An error of a document at one of its fields: its path and the key of the message. */
export type DocumentError = { field: string; key: string };

/** Something that a change would mean for others: the name of its text (`editing:consequence.{name}`), a number, and some names of things. */
export type Consequence = { name: string; count: number; names?: string[] };

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
  /** A document for something new of its own that begins with these parts of another one; its copy is given. */
  templateOf?: (copy: Document, title: string, take: ReadonlySet<TemplatePart>) => Document;
  /** Adds what documents that were stored before do not have. */
  complete?: (document: Document) => Document;
  /** Adds a thing that nobody sees yet. @returns its id */
  create: (editing: Editing, document: Document) => Promise<string>;
  /**
   * What is stored now; null: there is no such thing. `isFromPack`: it came from a content pack; `stays`: it can be neither hidden nor
   * deleted.
   */
  read: (
    editing: Editing,
    id: string,
  ) => Promise<{ document: Document; isPublished: boolean; isFromPack: boolean; stays?: boolean } | null>;
  /** Why the document cannot be published; none: it can. */
  check: (editing: Editing, id: string, document: Document) => Promise<DocumentError[]>;
  /** Stores the document, which `check` accepts. */
  write: (editing: Editing, id: string, document: Document) => Promise<void>;
  /** Parts of a document that somebody who has studied another one has not studied, with their names. */
  unstudied?: (before: Document, document: Document) => { id: string; name: string }[];
  /** Lets those who have completed it study these parts again. */
  requireRestudy?: (editing: Editing, id: string, parts: string[]) => Promise<void>;
  /** What follows from a publication and concerns others; not done for a preview. */
  published?: (editing: Editing, id: string) => Promise<void>;
  /** Shows a preview to its editor, who may not be one of those who will see it. */
  showTo?: (editing: Editing, id: string, userId: string) => Promise<void>;
  /** A preview shows what a visitor sees. */
  isForVisitors?: true;
  /** Shows it to learners, or hides it from them. */
  setPublished: (editing: Editing, id: string, isPublished: boolean) => Promise<void>;
  /** What hiding it, or publishing this document, means for others. */
  consequences: (editing: Editing, id: string, change: 'hide' | { publish: Document }) => Promise<Consequence[]>;
};
