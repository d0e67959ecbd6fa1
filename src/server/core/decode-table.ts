/** Share of damaged characters up to which a text counts as damaged UTF-8 and not as another encoding. */
const DAMAGED_SHARE = 0.1;

/**
 * Decodes the bytes of a CSV file: UTF-16 by its byte order mark ("Unicode text" of Excel), UTF-8, or GB18030 (with GBK and
 * GB2312, "CSV" of a Chinese Excel). A text of which almost everything is valid UTF-8 is damaged UTF-8: as GB18030 it would
 * give wrong characters without an error.
 * @returns undefined if the bytes fit none of the encodings
 */
export function decodeTable(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  return decode(bytes, 'utf-8') ?? (isDamagedUtf8(bytes) ? undefined : decode(bytes, 'gb18030'));
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return undefined;
    throw error;
  }
}

function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes);
  const damaged = text.match(/\uFFFD/g)?.length ?? 0;
  const valid = text.match(/[^\u0000-\u007F\uFFFD]/gu)?.length ?? 0;
  return damaged < valid * DAMAGED_SHARE;
}
