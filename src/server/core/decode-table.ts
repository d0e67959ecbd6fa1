/** Share of damaged characters up to which a text counts as damaged UTF-8 and not as another encoding. */
const DAMAGED_SHARE = 0.1;
/** Bytes that Windows-1252 does not use. */
const UNUSED = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Decodes the bytes of a CSV file: UTF-16 by its byte order mark ("Unicode text" of Excel), UTF-8, GB18030 (with GBK and
 * GB2312, "CSV" of a Chinese Excel) or Windows-1252 ("CSV" of a western Excel). A text of which almost everything is valid
 * UTF-8 is damaged UTF-8: in the other encodings it would give wrong characters without an error.
 * @returns undefined if the bytes fit none of the encodings
 */
export function decodeTable(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode(bytes, 'utf-16be');
  return decode(bytes, 'utf-8') ?? (isDamagedUtf8(bytes) ? undefined : decode(bytes, encodingOf(bytes)));
}

/**
 * Returns the encoding of a text that is not UTF-8. In Windows-1252 half of the bytes above 127 or more, which are letters with accents,
 * stand between letters of ASCII; in GB18030 two such bytes are one character.
 */
export function encodingOf(bytes: Uint8Array): 'windows-1252' | 'gb18030' {
  let high = 0;
  let single = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at]! < 0x80) continue;
    if (UNUSED.has(bytes[at]!)) return 'gb18030';
    high += 1;
    if ((bytes[at - 1] ?? 0) < 0x80 && (bytes[at + 1] ?? 0) < 0x80) single += 1;
  }
  return single >= high / 2 ? 'windows-1252' : 'gb18030';
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
