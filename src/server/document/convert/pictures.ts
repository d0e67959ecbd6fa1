import { decodeXML } from 'entities';
import { encodePicture } from '#src/server/file/encode-picture.ts';
import { absent } from './inserts.ts';

/** Limits of the pictures of one document: their number, and their bytes after encoding. */
const MAX_PICTURES = 80;
const MAX_BYTES = 12 * 1024 * 1024;

/** An address that the sanitiser takes for a picture of the tenant, replaced by the picture itself afterwards. */
const placeholder = (n: number) => `/media/00000000-0000-0000-0000-${String(n).padStart(12, '0')}`;
/** Attributes may contain `>`. */
const PLACEHOLDER = /<img src="\/media\/00000000-0000-0000-0000-(\d{12})"(?:[^>"]|"[^"]*")*>/g;

/**
 * The pictures inside a document, encoded again as WebP like those that people upload, so that nothing of the original bytes
 * is served. Formats that cannot be encoded, and pictures beyond the limits, are marked with what they show.
 */
export class DocumentPictures {
  private readonly pictures: ({ address: string; width: number; height: number } | null)[] = [];
  private bytes = 0;
  private read = 0;

  /** @returns the address to write into the HTML before it is sanitised. `original`: null if it is on another computer */
  async add(original: Buffer | null): Promise<string> {
    this.pictures.push(original && (await this.encode(original)));
    return placeholder(this.pictures.length - 1);
  }

  private async encode(original: Buffer) {
    this.read += 1;
    if (this.read > MAX_PICTURES) return null;
    try {
      const { bytes, width, height } = await encodePicture(original, 'text');
      this.bytes += bytes.length;
      if (this.bytes > MAX_BYTES) return null;
      return { address: `data:image/webp;base64,${bytes.toString('base64')}`, width, height };
    } catch {
      // Another format, or damaged: the text is shown without it.
      return null;
    }
  }

  /** Replaces the placeholders in sanitised HTML; other pictures are removed. */
  insert(html: string): string {
    return html
      .replace(PLACEHOLDER, (tag, n: string) => {
        const picture = this.pictures[Number(n)];
        const alt = /alt="[^"]*"/.exec(tag)?.[0] ?? 'alt=""';
        if (!picture) return absent('picture', decodeXML(alt.slice(5, -1)));
        return `<img width="${picture.width}" height="${picture.height}" loading="lazy" decoding="async" ${alt} src="${picture.address}">`;
      })
      .replace(/<img src="\/media\/(?:[^>"]|"[^"]*")*>/g, '');
  }
}
