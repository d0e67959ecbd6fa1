import type { DocumentFormat } from '../document-format.ts';

/** Why a document is not shown (`document:problem.*`). Of an `unsafe` file not even the download is offered. */
export type DocumentProblem = 'broken' | 'tooLarge' | 'tooSlow' | 'password' | 'oldFormat' | 'unsupported' | 'unsafe';

/** A page of a converted document: sanitised HTML. */
export type ConvertedPage = { title: string | null; html: string };
/** `pages` is empty for a PDF, which the browser draws itself. */
export type Converted = { pageCount: number; pages: ConvertedPage[] };
export type Conversion = Converted | { problem: DocumentProblem };

export type ConversionJob = { format: DocumentFormat; bytes: Uint8Array };

/** A document that cannot be shown. */
export class DocumentError extends Error {
  readonly problem: DocumentProblem;

  constructor(problem: DocumentProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Maximum number of pages, sections, slides or sheets of a document. */
export const MAX_PAGES = { pdf: 3_000, converted: 500, sheets: 30 };
