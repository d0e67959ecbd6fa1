import { DocumentError, MAX_PAGES } from './conversion.ts';

/** Returns the number of pages of a PDF. @throws DocumentError */
export async function countPdfPages(bytes: Buffer): Promise<number> {
  const { getDocument, PasswordException, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const loading = getDocument({
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    useSystemFonts: false,
    disableFontFace: true,
    stopAtErrors: true,
  });
  try {
    const { numPages } = await loading.promise;
    if (numPages < 1) throw new DocumentError('broken');
    if (numPages > MAX_PAGES.pdf) throw new DocumentError('tooLarge');
    return numPages;
  } catch (error) {
    throw error instanceof PasswordException ? new DocumentError('password') : error;
  } finally {
    await loading.destroy();
  }
}
