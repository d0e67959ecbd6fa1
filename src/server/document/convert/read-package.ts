import { readZip, ZipError } from '#src/server/core/read-zip.ts';
import { DocumentError } from './conversion.ts';

const LIMITS = { entries: 5_000, part: 64 * 1024 * 1024, unpacked: 160 * 1024 * 1024 };
const OLE = 'd0cf11e0';
/** A document type can declare entities that expand without limit or name other files; office files never have one. */
const DOCTYPE = /<!(?:DOCTYPE|ENTITY)/i;

/** The parts of an office file by name. */
export type Package = ReadonlyMap<string, Buffer>;

/**
 * Unpacks an office file (a zip of XML parts) and refuses what no office program writes: what `readZip` refuses, and
 * document types in the XML.
 * @throws DocumentError
 */
export function readPackage(bytes: Buffer): Package {
  if (bytes.subarray(0, 4).toString('hex') === OLE) throw new DocumentError('password');
  const parts = unzip(bytes);
  for (const [name, part] of parts)
    if (/\.(xml|rels|vml)$/i.test(name) && DOCTYPE.test(part.toString('latin1'))) throw new DocumentError('unsafe');
  return parts;
}

function unzip(bytes: Buffer): Package {
  try {
    return readZip(bytes, LIMITS);
  } catch (error) {
    if (error instanceof ZipError) throw new DocumentError(error.problem);
    throw error;
  }
}
