import { encodingOf } from '#src/server/core/decode-table.ts';
import { DocumentError } from './conversion.ts';

/** Decodes a text file: UTF-16 by its byte order mark, UTF-8, GB18030 (with GBK) or Windows-1252. @throws DocumentError */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // No text has this character; other files do.
  if (bytes.includes(0)) throw new DocumentError('broken');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(encodingOf(bytes)).decode(bytes);
  }
}
