import { createHash } from 'node:crypto';
import { type PDFDocument, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import { xml } from '#src/lib/xml.ts';

/** The compact sRGB profile of libvips (480 bytes, public domain, CC0). */
const SRGB = Buffer.from(
  [
    'AAAB4GxjbXMEIAAAbW50clJHQiBYWVogB+IAAwAUAAkADgAdYWNzcE1TRlQAAAAAc2F3c2N0cmwAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1oYW',
    '5keem/Vlo+AbaDI4VVRvdPqgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAKZGVzYwAAAPwAAAAkY3BydAAAASAAAAAid3RwdAAAAUQA',
    'AAAUY2hhZAAAAVgAAAAsclhZWgAAAYQAAAAUZ1hZWgAAAZgAAAAUYlhZWgAAAawAAAAUclRSQwAAAcAAAAAgZ1RSQwAAAcAAAAAgYlRSQwAAAc',
    'AAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAABAAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAA',
    'AAAAAPbWAAEAAAAA0y1zZjMyAAAAAAABDD8AAAXd///zJgAAB5AAAP2S///7of///aIAAAPcAADAcVhZWiAAAAAAAABvoAAAOPIAAAOPWFlaIA',
    'AAAAAAAGKWAAC3iQAAGNpYWVogAAAAAAAAJKAAAA+FAAC2xHBhcmEAAAAAAAMAAAACZmkAAPKnAAANWQAAE9AAAApb',
  ].join(''),
  'base64',
);

export type Described = { title: string; author: string; subject: string; lang: string; at: Date };

/**
 * Adds what PDF/A-2b asks of a document besides embedded fonts: metadata as XMP that agree with those of the file, an output intent, and
 * an identifier. The result depends on the input only. It was not checked with a validator (docs/decisions/110-certificates.md); tests/repo/pdf-a.test.ts
 * checks what can be seen in the file.
 */
export function describe(doc: PDFDocument, { title, author, subject, lang, at }: Described): void {
  doc.setTitle(title, { showInWindowTitleBar: true });
  doc.setAuthor(author);
  doc.setSubject(subject);
  doc.setLanguage(lang);
  doc.setProducer('Zhixing');
  doc.setCreator('Zhixing');
  doc.setCreationDate(at);
  doc.setModificationDate(at);
  const { context, catalog } = doc;
  const moment = at.toISOString().replace(/\.\d+Z$/, 'Z');
  const metadata = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${xml(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${xml(subject)}</rdf:li></rdf:Alt></dc:description>
<xmp:CreateDate>${moment}</xmp:CreateDate><xmp:ModifyDate>${moment}</xmp:ModifyDate><xmp:CreatorTool>Zhixing</xmp:CreatorTool>
<pdf:Producer>Zhixing</pdf:Producer><pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="w"?>`;
  // Not compressed: archives read it without a PDF library.
  const stream = context.stream(Buffer.from(metadata), { Type: 'Metadata', Subtype: 'XML' });
  catalog.set(PDFName.of('Metadata'), context.register(stream));
  const profile = context.register(context.flateStream(SRGB, { N: 3 }));
  const intent = context.obj({ Type: 'OutputIntent', S: 'GTS_PDFA1', DestOutputProfile: profile });
  intent.set(PDFName.of('OutputConditionIdentifier'), PDFString.of('sRGB'));
  intent.set(PDFName.of('Info'), PDFString.of('sRGB'));
  catalog.set(PDFName.of('OutputIntents'), context.obj([context.register(intent)]));
  const id = PDFHexString.of(createHash('sha256').update(metadata).digest('hex').slice(0, 32));
  context.trailerInfo.ID = context.obj([id, id]);
}
