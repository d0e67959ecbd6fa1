import { and, eq } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Data } from '#src/contract/calls.ts';
import { roleGrant } from '#src/server/account/tables/organisation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { lostImports, runImport } from '#src/server/editing/import/run-import.ts';
import { courseImport } from '#src/server/editing/tables.ts';
import { fileStore } from '#src/server/file/store.ts';
import { file } from '#src/server/file/tables.ts';
import { mintMedia } from '../factories/media.ts';
import { MIME, pdf } from '../factories/office-files.ts';
import { call, ok } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

/* Courses made from archives and from outlines of the media library. */

const START = 'POST /system/auth/content/course/import/start';
const VIEW = 'GET /system/auth/content/course/import/view';

let tenant: TestTenant;
let editor: TestPerson;
let photo: Buffer;

beforeEach(async () => {
  tenant = await mintTenant();
  editor = await mintPerson(tenant);
  await withTenant(tenant.id, (db) =>
    db.insert(roleGrant).values({ enterpriseId: tenant.id, userId: editor.userId, bundle: 'contentEditor' }),
  );
  photo = await sharp({ create: { width: 64, height: 36, channels: 3, background: { r: 9, g: 99, b: 199 } } })
    .png()
    .toBuffer();
});

const zip = (files: Record<string, string | Buffer>) =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          typeof content === 'string' ? strToU8(content) : new Uint8Array(content),
        ]),
      ),
    ),
  );
const archive = (content: Buffer, name = 'Course.zip') => mintMedia(tenant, 'archive', { content, name });
const run = (id: string) => runImport({ enterpriseId: tenant.id, id }, () => new Date());

/** Imports a file of the library. */
async function imported(fileId: string): Promise<Data<typeof VIEW>> {
  const { id } = await ok(editor, START, { fileId });
  await run(id);
  return ok(editor, VIEW, { id });
}

async function courseOf({ courseId }: { courseId: string | null }) {
  const found = await ok(editor, 'GET /system/auth/content/view', { kind: 'course', id: courseId! });
  expect(found).toMatchObject({ state: 'draft', hasDraft: true });
  if (found.kind !== 'course') throw new Error('no course');
  const { items, title } = found.document;
  const depth = (id: string | null): number =>
    id === null ? 0 : 1 + depth(items.find((item) => item.id === id)!.parentId);
  return {
    title,
    items,
    tree: items.map(({ name, type, parentId }) => `${'-'.repeat(depth(parentId))}${type} ${name}`),
  };
}

const library = (input = {}) => ok(editor, 'POST /data/auth/media/page', input);

describe('an archive of files', () => {
  it('becomes a draft: folders are chapters, files are items by their content, in the order of their numbers', async () => {
    const found = await imported(
      await archive(
        zip({
          'Welding/10 End.txt': 'Clean up.',
          'Welding/2 Gas/02 - Leaks.pdf': pdf(['Leaks']),
          // A picture, whatever its name says.
          'Welding/2 Gas/01 - Intro.mp4': photo,
          'Welding/1 Start.txt': 'Wear a mask.',
        }),
      ),
    );
    expect(found).toMatchObject({ state: 'done', total: 4, done: 4, leftOut: [], problem: null });
    const { title, tree, items } = await courseOf(found);
    expect(title).toBe('Welding');
    expect(tree).toEqual([...['document Start', 'folder Gas', '-image Intro', '-document Leaks', 'document End']]);
    const { list } = await library({ pageSize: 20 });
    const files = new Map(list.map(({ id, name }) => [id, name]));
    expect(items.flatMap(({ fileId }) => (fileId ? [files.get(fileId)] : []))).toEqual([
      ...['1 Start.txt', '01 - Intro.png', '02 - Leaks.pdf', '10 End.txt'],
    ]);
    const { folders } = await ok(editor, 'GET /data/auth/media/folder/list');
    expect(folders.map(({ name, count }) => [name, count])).toEqual([['Course', 4]]);
  });

  it('says of each file that it leaves out why', async () => {
    const bytes = zip({
      ...{ 'ok.txt': 'Text', '../outside.txt': 'Text', 'tool.exe': 'MZ\0', 'empty.txt': '', '__MACOSX/._ok.txt': 'x' },
      ...{ 'secret.txt': 'Text', 'bomb.txt': Buffer.alloc(4 * 1024 * 1024), 'broken.txt': 'a'.repeat(500) },
    });
    encrypt(bytes, 'secret.txt');
    damage(bytes, 'broken.txt');
    const found = await imported(await archive(bytes));
    expect(found).toMatchObject({ state: 'done', total: 8, done: 8 });
    expect(new Set(found.leftOut.map(({ path }) => path))).toEqual(
      new Set([
        ...['../outside.txt', 'tool.exe', 'empty.txt', '__MACOSX/._ok.txt', 'secret.txt', 'bomb.txt', 'broken.txt'],
      ]),
    );
    expect(found.leftOut.every(({ message }) => message.length > 0 && !message.includes('errors:'))).toBe(true);
    expect((await courseOf(found)).tree).toEqual(['document ok']);
  });

  it('has names in the encoding of Chinese Windows', async () => {
    const bytes = zip({ 'AAAA/BBBB.txt': 'Text' });
    // 安全/用气 in GBK; the flag of UTF-8 is not set for names of ASCII.
    replaceBytes(bytes, 'AAAA', Buffer.from([0xb0, 0xb2, 0xc8, 0xab]));
    replaceBytes(bytes, 'BBBB', Buffer.from([0xd3, 0xc3, 0xc6, 0xf8]));
    const { title, tree } = await courseOf(await imported(await archive(bytes)));
    expect({ title, tree }).toEqual({ title: '安全', tree: ['document 用气'] });
  });

  it('takes the file with the same content that the library has', async () => {
    const first = await imported(await archive(zip({ 'a.txt': 'The same' }), 'A.zip'));
    const second = await imported(await archive(zip({ 'b.txt': 'The same' }), 'B.zip'));
    const [a, b] = [(await courseOf(first)).items[0]!, (await courseOf(second)).items[0]!];
    expect(b).toMatchObject({ name: 'b', fileId: a.fileId });
    expect((await library({ kind: 'document' })).totalCount).toBe(1);
  });

  it('that cannot be read, has nothing of use or too much says so, and leaves no course', async () => {
    const courses = () => ok(editor, 'POST /system/auth/content/course/page', {});
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`${n}.txt`, `${n}`]));
    for (const bytes of [Buffer.from('PK no zip'), zip({ 'tool.exe': 'MZ\0' }), zip(many)]) {
      const found = await imported(await archive(bytes));
      expect(found).toMatchObject({ state: 'failed', courseId: null });
      expect(found.problem).toBeTruthy();
    }
    expect((await courses()).totalCount).toBe(0);
    expect((await library({ kind: 'document' })).totalCount).toBe(0);
  });

  it('goes on where a killed process was, and counts once', async () => {
    const bytes = zip({ 'a.txt': 'First', 'b.txt': 'Second' });
    const { id } = await ok(editor, START, { fileId: await archive(bytes) });
    const own = and(eq(courseImport.enterpriseId, tenant.id), eq(courseImport.id, id));
    const set = (values: Partial<typeof courseImport.$inferInsert>) =>
      withTenant(tenant.id, (db) => db.update(courseImport).set(values).where(own));
    await set({ runId: crypto.randomUUID(), busyAt: new Date() });
    await run(id);
    expect(await ok(editor, VIEW, { id })).toMatchObject({ state: 'running', done: 0 });
    await set({ busyAt: new Date(Date.now() - 180_000) });
    expect(await withTenant(tenant.id, (db) => lostImports(db, tenant.id))).toEqual([id]);
    await Promise.all([run(id), run(id)]);
    await run(id);
    const found = await ok(editor, VIEW, { id });
    expect(found).toMatchObject({ state: 'done', done: 2 });
    expect((await courseOf(found)).tree).toEqual(['document a', 'document b']);
    expect((await ok(editor, 'POST /system/auth/content/course/page', {})).totalCount).toBe(1);
    expect((await library({ kind: 'document' })).totalCount).toBe(2);
    const kept: string[] = [];
    for (const { key } of (await (await fileStore()).listAll(`${tenant.id}/media`)).objects as Iterable<{
      key: string;
    }>)
      kept.push(key);
    // The archive and its two files.
    expect(kept).toHaveLength(3);
  });

  it('is one import if it is begun twice, and of whoever began it', async () => {
    const fileId = await archive(zip({ 'a.txt': 'Text' }));
    const [first, second] = await Promise.all([ok(editor, START, { fileId }), ok(editor, START, { fileId })]);
    expect(second).toEqual(first);
    const other = await mintPerson(tenant, { isAdmin: true });
    expect((await call(other, VIEW, first)).code).toBe(404);
    expect((await call(await mintPerson(tenant), START, { fileId })).code).toBe(403);
  });

  it('is one that the library has, of a type that can be imported', async () => {
    expect((await call(editor, START, { fileId: crypto.randomUUID() })).code).toBe(404);
    const foreign = await mintMedia(await mintTenant(), 'archive');
    expect((await call(editor, START, { fileId: foreign })).code).toBe(404);
    expect((await call(editor, START, { fileId: await mintMedia(tenant, 'video') })).code).toBe(415);
  });
});

describe('an outline', () => {
  const paragraph = (text: string, style?: string) =>
    `<w:p>${style ? `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>` : ''}<w:r><w:t>${text}</w:t></w:r></w:p>`;
  const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
  const relations = (targets: [id: string, type: string, target: string][]) =>
    `<Relationships>${targets.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`).join('')}</Relationships>`;
  const word = (body: string) =>
    zip({
      '_rels/.rels': relations([['r', 'officeDocument', 'word/document.xml']]),
      'word/_rels/document.xml.rels': relations([['s', 'styles', 'styles.xml']]),
      // As Chinese Word writes them: the name is English, the id is a number.
      'word/styles.xml': `<w:styles ${W}><w:style w:styleId="1"><w:name w:val="heading 1"/></w:style>
        <w:style w:styleId="2"><w:name w:val="heading 2"/></w:style>
        <w:style w:styleId="own"><w:name w:val="Own"/><w:basedOn w:val="2"/></w:style>
        <w:style w:styleId="a3"><w:name w:val="Title"/></w:style></w:styles>`,
      'word/document.xml': `<w:document ${W}><w:body>${body}</w:body></w:document>`,
    });
  async function document(content: Buffer, type: 'docx' | 'pptx', name: string): Promise<string> {
    const id = await mintMedia(tenant, 'document', { content, name });
    await withTenant(tenant.id, (db) =>
      db
        .update(file)
        .set({ contentType: MIME[type] })
        .where(and(eq(file.enterpriseId, tenant.id), eq(file.id, id))),
    );
    return id;
  }

  it('of Word has its headings as chapters and items, after the document itself', async () => {
    const body = [
      ...[
        paragraph('Welding for all', 'a3'),
        paragraph('1 Safety', '1'),
        paragraph('Text'),
        paragraph('1.1 Masks', '2'),
      ],
      ...[
        paragraph('1.2 Gas', 'own'),
        '<w:p><w:del><w:r><w:t>Gone</w:t></w:r></w:del></w:p>',
        paragraph('2 Tools', '1'),
      ],
    ];
    const id = await document(word(body.join('')), 'docx', '01 Welding.docx');
    const found = await imported(id);
    expect(found).toMatchObject({ state: 'done', leftOut: [] });
    const { title, tree, items } = await courseOf(found);
    expect(title).toBe('Welding for all');
    expect(tree).toEqual(['document Welding', 'folder Safety', '-document Masks', '-document Gas', 'folder Tools']);
    expect(items[0]!.fileId).toBe(id);
  });

  it('of PowerPoint has its sections as chapters and the titles of its slides as items', async () => {
    const slides = ['Welding', 'Masks', 'Masks', 'Gas', ''];
    const slide = (title: string, n: number) =>
      `<p:sld><p:sp><p:nvPr><p:ph type="${n === 0 ? 'ctrTitle' : 'title'}"/></p:nvPr><a:p><a:r><a:t>${title}</a:t></a:r></a:p></p:sp></p:sld>`;
    const ids = slides.map((_, n) => `<p:sldId id="${256 + n}" r:id="r${n}"/>`).join('');
    const section = (name: string, from: number, to: number) =>
      `<p14:section name="${name}"><p14:sldIdLst>${slides
        .map((_, n) => n)
        .slice(from, to)
        .map((n) => `<p14:sldId id="${256 + n}"/>`)
        .join('')}</p14:sldIdLst></p14:section>`;
    const bytes = zip({
      '_rels/.rels': relations([['r', 'officeDocument', 'ppt/presentation.xml']]),
      'ppt/_rels/presentation.xml.rels': relations(slides.map((_, n) => [`r${n}`, 'slide', `slides/slide${n}.xml`])),
      'ppt/presentation.xml': `<p:presentation><p:sldIdLst>${ids}</p:sldIdLst><p14:sectionLst>${section('Start', 0, 3)}${section('Work', 3, 5)}</p14:sectionLst></p:presentation>`,
      ...Object.fromEntries(slides.map((title, n) => [`ppt/slides/slide${n}.xml`, slide(title, n)])),
    });
    const found = await imported(await document(bytes, 'pptx', 'Slides.pptx'));
    expect(found).toMatchObject({ state: 'done', leftOut: [{ path: '#5' }] });
    const { title, tree } = await courseOf(found);
    expect(title).toBe('Welding');
    expect(tree).toEqual(['document Slides', 'folder Start', '-document Masks', 'folder Work', '-document Gas']);
  });

  it('that a document does not have is said, and no course is made', async () => {
    for (const content of [word(paragraph('Text')), Buffer.from('no zip')])
      expect(await imported(await document(content, 'docx', 'Text.docx'))).toMatchObject({
        ...{ state: 'failed', courseId: null },
        problem: expect.stringMatching(/./) as string,
      });
  });
});

/** Position of each header of an entry, local and in the directory, with that of its flags. */
function* headersOf(bytes: Buffer, name: string): Generator<{ flags: number; data: number; isLocal: boolean }> {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const isLocal = bytes.readUInt32LE(at - 30) === 0x04034b50;
    yield { flags: isLocal ? at - 24 : at - 38, data: at + name.length, isLocal };
  }
}

/** Marks an entry as encrypted. */
function encrypt(bytes: Buffer, name: string): void {
  for (const { flags } of headersOf(bytes, name)) bytes.writeUInt16LE(bytes.readUInt16LE(flags) | 1, flags);
}

/** Writes nonsense over the packed data of an entry. */
function damage(bytes: Buffer, name: string): void {
  for (const { data, isLocal } of headersOf(bytes, name)) if (isLocal) bytes.fill(0xff, data, data + 5);
}

function replaceBytes(bytes: Buffer, from: string, to: Buffer): void {
  for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) to.copy(bytes, at);
}
