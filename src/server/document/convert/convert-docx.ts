import mammoth from 'mammoth';
import type { ConvertedPage } from './conversion.ts';
import { DocumentInserts } from './inserts.ts';
import { DocumentPictures } from './pictures.ts';
import { prepareDocx } from './prepare-docx.ts';
import { readPackage } from './read-package.ts';
import { sectionsOf } from './sections.ts';

/** Converts a Word document. @throws DocumentError, or any error for a damaged one */
export async function convertDocx(bytes: Buffer): Promise<ConvertedPage[]> {
  const inserts = new DocumentInserts();
  const prepared = prepareDocx(bytes, readPackage(bytes), inserts);
  const pictures = new DocumentPictures();
  const convertImage = mammoth.images.imgElement(async (image) => {
    // A linked picture is on another computer: it is not loaded, which mammoth reports as an error.
    const original = await image.readAsBuffer().catch(() => null);
    return { src: await pictures.add(original) };
  });
  // The style map of the document itself is ignored; files outside it are never read.
  const options = { convertImage, includeEmbeddedStyleMap: false, externalFileAccess: false };
  const { value } = await mammoth.convertToHtml({ buffer: prepared }, options);
  return sectionsOf(value).map(({ title, html }) => ({ title, html: inserts.insert(pictures.insert(html)) }));
}
