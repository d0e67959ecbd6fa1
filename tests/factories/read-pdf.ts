/** What a test reads of a PDF: texts of its first page with their places in points, its size, and what the file says about itself. */
export async function readPdf(response: Response) {
  const { getDocument, OPS, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const data = new Uint8Array(await response.arrayBuffer());
  const raw = Buffer.from(data).toString('latin1');
  const loading = getDocument({ data, verbosity: VerbosityLevel.ERRORS, useSystemFonts: false, disableFontFace: true });
  const document = await loading.promise;
  const page = await document.getPage(1);
  const { items } = await page.getTextContent();
  const pieces = items.flatMap((item) =>
    'str' in item && item.str.trim()
      ? {
          text: item.str,
          x: item.transform[4] as number,
          y: item.transform[5] as number,
          size: item.transform[0] as number,
          width: item.width,
        }
      : [],
  );
  const { fnArray } = await page.getOperatorList();
  const pictures = fnArray.filter((fn) => fn === OPS.paintImageXObject).length;
  const size = page.view;
  const { info } = await document.getMetadata();
  await loading.destroy();
  const texts = pieces.map(({ text }) => text);
  return { pages: document.numPages, texts, pieces, pictures, size, info: info as Record<string, unknown>, raw };
}
