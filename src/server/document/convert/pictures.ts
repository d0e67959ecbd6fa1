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
  private readonly encoded = new Map<Buffer, ReturnType<DocumentPictures['encode']>>();

  /** @returns the address to write into the HTML before it is sanitised. `original`: null if it is on another computer */
  async add(original: Buffer | null): Promise<string> {
    this.pictures.push(original && (await this.added(original)));
    return placeholder(this.pictures.length - 1);
  }

  /** A picture that is on several slides is encoded once; its bytes are in the HTML of each. */
  private async added(original: Buffer) {
    this.read += 1;
    if (this.read > MAX_PICTURES) return null;
    if (!this.encoded.has(original)) this.encoded.set(original, this.encode(original));
    const found = await this.encoded.get(original)!;
    this.bytes += found?.size ?? 0;
    return this.bytes > MAX_BYTES ? null : found;
  }

  private async encode(original: Buffer) {
    try {
      const { bytes, width, height } = await encodePicture(original, 'text');
      return { address: `data:image/webp;base64,${bytes.toString('base64')}`, size: bytes.length, width, height };
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
