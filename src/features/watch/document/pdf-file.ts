import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, version } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { findMatches } from './text-search.ts';

GlobalWorkerOptions.workerSrc = workerUrl;
/** Character maps, standard fonts and decoders of rare pictures, copied there by the build (astro.config.mjs). */
const FILES = new URL(`/_astro/pdfjs-${version}/`, globalThis.location?.origin ?? 'http://localhost').href;
/** Chapters that are listed. */
const MAX_CHAPTERS = 500;

export type Chapter = { title: string; page: number; level: number };
/** A match of a search: the `index`-th on its page. */
export type Match = { page: number; index: number };

/** A PDF in the browser: only the parts that are shown are loaded, by byte ranges. */
export class PdfFile {
  readonly pdf: PDFDocumentProxy;
  private readonly texts = new Map<number, Promise<string>>();

  private constructor(pdf: PDFDocumentProxy) {
    this.pdf = pdf;
  }

  /** @throws Error of pdf.js when it cannot be loaded or read */
  static async open(url: string): Promise<PdfFile> {
    const loading = getDocument({
      url,
      disableAutoFetch: true,
      disableStream: true,
      // Our policy allows neither evaluation nor WebAssembly, and the worker may not fetch.
      useWasm: false,
      useWorkerFetch: false,
      cMapUrl: `${FILES}cmaps/`,
      standardFontDataUrl: `${FILES}standard_fonts/`,
      wasmUrl: `${FILES}wasm/`,
      enableXfa: false,
      verbosity: 0,
    });
    return new PdfFile(await loading.promise);
  }

  close(): void {
    void this.pdf.loadingTask.destroy();
  }

  /** The text of a page, as it is searched. */
  text(page: number): Promise<string> {
    let text = this.texts.get(page);
    if (!text) {
      text = this.pdf
        .getPage(page)
        .then((found) => found.getTextContent())
        .then(({ items }) => items.map((item) => ('str' in item ? item.str : '')).join(''));
      this.texts.set(page, text);
    }
    return text;
  }

  /** Searches all pages, one after the other. @param isCurrent false once the reader has asked for something else */
  async search(query: string, isCurrent: () => boolean): Promise<Match[]> {
    const matches: Match[] = [];
    for (let page = 1; page <= this.pdf.numPages && isCurrent(); page += 1) {
      const count = findMatches(await this.text(page), query).length;
      matches.push(...Array.from({ length: count }, (_, index) => ({ page, index })));
    }
    return matches;
  }

  /** The chapters that the file declares. */
  async chapters(): Promise<Chapter[]> {
    type Node = NonNullable<Awaited<ReturnType<PDFDocumentProxy['getOutline']>>>[number];
    const chapters: Chapter[] = [];
    const walk = async (nodes: Node[], level: number): Promise<void> => {
      for (const { title, dest, items } of nodes) {
        if (chapters.length >= MAX_CHAPTERS) return;
        const page = await this.pageOf(dest);
        if (page && title.trim()) chapters.push({ title: title.trim(), page, level });
        await walk(items as Node[], level + 1);
      }
    };
    await walk((await this.pdf.getOutline()) ?? [], 0);
    return chapters;
  }

  private async pageOf(dest: string | unknown[] | null): Promise<number | null> {
    const place: unknown[] | null = typeof dest === 'string' ? await this.pdf.getDestination(dest) : dest;
    const target = place?.[0];
    if (typeof target === 'number') return target + 1;
    if (!target || typeof target !== 'object') return null;
    // A damaged outline refers to pages that do not exist.
    return this.pdf.getPageIndex(target as Parameters<PDFDocumentProxy['getPageIndex']>[0]).then(
      (index) => index + 1,
      () => null,
    );
  }
}
