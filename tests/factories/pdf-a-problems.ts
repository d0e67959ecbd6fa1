import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

/*
 * What PDF/A-2b (ISO 19005-2) asks of a file, as far as it can be seen without a validator: the whole is read again with the library that wrote it, so
 * this finds what was left out or contradicts itself, not what both get wrong.
 */

const STANDARD_BLENDS = ['Normal', 'Compatible'];
/** Keys with which a document does something when it is opened, or contains other files. */
const ACTIVE = ['OpenAction', 'AA', 'AcroForm', 'JavaScript', 'EmbeddedFiles', 'Perms', 'Requirements'];
const FILTERS = ['FlateDecode', 'DCTDecode', 'ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'JPXDecode'];

/** Returns what is wrong with a PDF as PDF/A-2b; empty: nothing that can be seen. */
export async function pdfAProblems(bytes: Uint8Array): Promise<string[]> {
  const problems: string[] = [];
  const raw = Buffer.from(bytes).toString('latin1');
  if (!/^%PDF-1\.[4-7]\r?\n%[\x80-\xff]{4}/.test(raw))
    problems.push('header: no version, or no comment of bytes above 127');
  if (!/%%EOF\r?\n?$/.test(raw)) problems.push('something comes after the end of the file');
  const doc = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true });
  const { context, catalog } = doc;
  const { ID, Encrypt, Info } = context.trailerInfo;
  if (!(ID instanceof PDFArray) || ID.size() !== 2) problems.push('trailer: no identifier');
  if (Encrypt) problems.push('trailer: encrypted');
  problems.push(...metadataProblems(doc, Info), ...intentProblems(doc));
  for (const [, object] of context.enumerateIndirectObjects()) {
    const dict = object instanceof PDFStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) continue;
    const find = (key: string) => dict.lookup(PDFName.of(key));
    const type = nameOf(find('Type'));
    for (const key of ACTIVE) if (find(key)) problems.push(`${type ?? 'object'}: ${key}`);
    if (type === 'Font') problems.push(...fontProblems(dict));
    if (type === 'ExtGState' || find('BM')) {
      const blend = nameOf(find('BM'));
      if (find('TR') || find('HTP') || (blend && !STANDARD_BLENDS.includes(blend))) problems.push('graphics state');
    }
    if (object instanceof PDFStream) problems.push(...streamProblems(object));
    if (type === 'Annot') problems.push('annotation without a check');
    if (type === 'Page' && find('Group') && !find('Group')!.toString().includes('/CS'))
      problems.push('page: group without colour space');
  }
  if (catalog.lookup(PDFName.of('Names'))) problems.push('catalog: names');
  return problems;
}

const nameOf = (object: PDFObject | undefined) => (object instanceof PDFName ? object.decodeText() : undefined);
const textOf = (object: PDFObject | undefined) =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined;

const bytesOf = (stream: PDFStream): Uint8Array =>
  stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : stream.getContents();

/** `D:20260305020000Z` as the moment that XMP names. */
const momentOf = (date: string | undefined) =>
  date?.replace(/^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:Z|[+-]00'00'?)$/, '$1-$2-$3T$4:$5:$6Z');

/** XMP that says what it is, and agrees with the document information dictionary. */
function metadataProblems({ context, catalog }: PDFDocument, infoRef: PDFObject | undefined): string[] {
  const stream = catalog.lookup(PDFName.of('Metadata'));
  if (!(stream instanceof PDFStream)) return ['metadata: none'];
  const problems: string[] = [];
  const { dict } = stream;
  if (nameOf(dict.lookup(PDFName.of('Type'))) !== 'Metadata' || nameOf(dict.lookup(PDFName.of('Subtype'))) !== 'XML')
    problems.push('metadata: type');
  if (dict.has(PDFName.of('Filter'))) problems.push('metadata: compressed');
  const xmp = new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(stream));
  if (
    !/^<\?xpacket begin="\ufeff?" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(xmp) ||
    !/<\?xpacket end="[rw]"\?>$/.test(xmp)
  )
    problems.push('metadata: packet');
  const said = (tag: string) =>
    new RegExp(`<${tag}>(?:<rdf:(?:Alt|Seq)><rdf:li[^>]*>)?([^<]*)<`)
      .exec(xmp)?.[1]
      ?.replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&#39;|&apos;/g, "'")
      .replace(/&amp;/g, '&');
  if (said('pdfaid:part') !== '2') problems.push('metadata: part');
  if (said('pdfaid:conformance') !== 'B') problems.push('metadata: conformance');
  const info = infoRef instanceof PDFRef ? context.lookup(infoRef) : infoRef;
  if (!(info instanceof PDFDict)) return [...problems, 'information: none'];
  const given = (key: string) => textOf(info.lookup(PDFName.of(key)));
  for (const [key, tag] of [
    ['Title', 'dc:title'],
    ['Author', 'dc:creator'],
    ['Subject', 'dc:description'],
    ['Creator', 'xmp:CreatorTool'],
    ['Producer', 'pdf:Producer'],
  ] as const)
    if (given(key) !== said(tag)) problems.push(`information: ${key} is “${given(key)}”, metadata say “${said(tag)}”`);
  for (const [key, tag] of [
    ['CreationDate', 'xmp:CreateDate'],
    ['ModDate', 'xmp:ModifyDate'],
  ] as const)
    if (momentOf(given(key)) !== said(tag))
      problems.push(`information: ${key} is ${given(key)}, metadata say ${said(tag)}`);
  return problems;
}

/** An output intent with an ICC profile for RGB displays. */
function intentProblems({ catalog }: PDFDocument): string[] {
  const intents = catalog.lookup(PDFName.of('OutputIntents'));
  const intent = intents instanceof PDFArray && intents.size() === 1 ? intents.lookup(0) : undefined;
  if (!(intent instanceof PDFDict)) return ['output intent: not one'];
  const problems: string[] = [];
  if (nameOf(intent.lookup(PDFName.of('S'))) !== 'GTS_PDFA1') problems.push('output intent: subtype');
  if (!textOf(intent.lookup(PDFName.of('OutputConditionIdentifier')))) problems.push('output intent: no identifier');
  const profile = intent.lookup(PDFName.of('DestOutputProfile'));
  if (!(profile instanceof PDFStream)) return [...problems, 'output intent: no profile'];
  const channels = profile.dict.lookup(PDFName.of('N'));
  const icc = Buffer.from(bytesOf(profile));
  const text = (from: number) => icc.toString('latin1', from, from + 4);
  if (!(channels instanceof PDFNumber) || channels.asNumber() !== 3) problems.push('profile: channels');
  if (icc.readUInt32BE(0) !== icc.length || text(36) !== 'acsp') problems.push('profile: damaged');
  if (text(12) !== 'mntr' || text(16) !== 'RGB ' || icc[8]! > 4) problems.push('profile: not of an RGB display');
  return problems;
}

/** Fonts are embedded, and say which characters their glyphs are. */
function fontProblems(font: PDFDict): string[] {
  const problems: string[] = [];
  const find = (of: PDFDict, key: string) => of.lookup(PDFName.of(key));
  const subtype = nameOf(find(font, 'Subtype'));
  const name = nameOf(find(font, 'BaseFont')) ?? 'font';
  if (subtype === 'Type0') {
    if (!(find(font, 'ToUnicode') instanceof PDFStream)) problems.push(`${name}: no characters`);
    if (nameOf(find(font, 'Encoding')) !== 'Identity-H') problems.push(`${name}: encoding`);
    const descendants = find(font, 'DescendantFonts');
    if (!(descendants instanceof PDFArray) || descendants.size() !== 1) problems.push(`${name}: no descendant`);
    return problems;
  }
  if (subtype !== 'CIDFontType0' && subtype !== 'CIDFontType2') return [`${name}: ${subtype} is not checked`];
  if (!(find(font, 'CIDSystemInfo') instanceof PDFDict)) problems.push(`${name}: no system`);
  if (subtype === 'CIDFontType2' && !find(font, 'CIDToGIDMap')) problems.push(`${name}: no map of glyphs`);
  if (!(find(font, 'W') instanceof PDFArray)) problems.push(`${name}: no widths`);
  if (!/^[A-Z]{6}\+|^[^+]+$/.test(name)) problems.push(`${name}: name of a subset`);
  const descriptor = find(font, 'FontDescriptor');
  if (!(descriptor instanceof PDFDict)) return [...problems, `${name}: no descriptor`];
  const [key] = subtype === 'CIDFontType0' ? ['FontFile3'] : ['FontFile2'];
  const file = find(descriptor, key);
  if (!(file instanceof PDFStream) || bytesOf(file).length < 100) problems.push(`${name}: not embedded`);
  else if (key === 'FontFile3' && !['CIDFontType0C', 'OpenType'].includes(nameOf(find(file.dict, 'Subtype')) ?? ''))
    problems.push(`${name}: kind of font file`);
  return problems;
}

/** No outside files, allowed filters, colours of the output intent, pictures without interpolation. */
function streamProblems(stream: PDFStream): string[] {
  const problems: string[] = [];
  const find = (key: string) => stream.dict.lookup(PDFName.of(key));
  if (find('F') || find('FFilter')) problems.push('stream in another file');
  const filter = find('Filter');
  const filters = filter instanceof PDFArray ? filter.asArray() : filter ? [filter] : [];
  for (const each of filters) if (!FILTERS.includes(nameOf(each) ?? '')) problems.push(`filter ${nameOf(each)}`);
  const subtype = nameOf(find('Subtype'));
  if (subtype === 'Image') {
    if (!['DeviceRGB', 'DeviceGray'].includes(nameOf(find('ColorSpace')) ?? '')) problems.push('picture: colours');
    if (find('Interpolate')?.toString() === 'true' || find('Alternates') || find('OPI')) problems.push('picture: keys');
  } else if (subtype === 'PS' || find('Ref')) problems.push('object of another document');
  // Contents of pages have no type.
  else if (!subtype && !find('Type') && !find('N') && !find('Length1')) {
    const text = Buffer.from(bytesOf(stream)).toString('latin1');
    if (/(?:^|\s)(?:[\d.]+\s+){4}[kK]\s/.test(text)) problems.push('contents: CMYK');
    if (/(?:^|\s)\/\S+\s+ri\s/.test(text)) problems.push('contents: rendering intent');
  }
  return problems;
}
