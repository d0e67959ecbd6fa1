import mammoth from 'mammoth';
import type { ConvertedPage } from './conversion.ts';
import { DocumentPictures } from './pictures.ts';
import { readPackage } from './read-package.ts';
import { sectionsOf } from './sections.ts';

/** Converts a Word document. @throws DocumentError, or any error for a damaged one */
export async function convertDocx(bytes: Buffer): Promise<ConvertedPage[]> {
  readPackage(bytes);
  const pictures = new DocumentPictures();
  const convertImage = mammoth.images.imgElement(async (image) => {
    // A linked picture is on another computer: it is not loaded, which mammoth reports as an error.
    const original = await image.readAsBuffer().catch(() => null);
    return { src: (original && (await pictures.add(original))) ?? '' };
  });
  // The style map of the document itself is ignored; files outside it are never read.
  const options = { convertImage, includeEmbeddedStyleMap: false, externalFileAccess: false };
  const { value } = await mammoth.convertToHtml({ buffer: bytes }, options);
  return sectionsOf(value).map(({ title, html }) => ({ title, html: pictures.insert(html) }));
}
