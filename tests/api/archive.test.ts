import { beforeAll, describe, expect, it } from 'vitest';
import { zip } from '../demo-media/zip.ts';
import { mintCourse } from '../factories/course.ts';
import { mintDocument } from '../factories/office-files.ts';
import { call, ok, portal } from '../factories/portal.ts';
import { mintPerson, mintTenant, type TestPerson, type TestTenant } from '../factories/tenant.ts';

const VIEW = 'GET /course/auth/study/archive/view';

let tenant: TestTenant;
let learner: TestPerson;
let courseId: string;

beforeAll(async () => {
  tenant = await mintTenant();
  learner = await mintPerson(tenant);
  courseId = await mintCourse(tenant);
});

const mint = async (bytes: Buffer) => (await mintDocument(tenant, courseId, 'zip', bytes)).resourceId;
const list = async (bytes: Buffer) => ok(learner, VIEW, { resourceId: await mint(bytes) });
/** Replaces a part of every entry: in its local header and in the directory, at the same place behind the version. */
function patched(bytes: Buffer, field: number, value: number): Buffer {
  for (const [signature, from] of [
    ['PK\x03\x04', 4],
    ['PK\x01\x02', 6],
  ] as const) {
    for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
      bytes.writeUInt16LE(value, at + from + field);
    }
  }
  return bytes;
}
const get = (url: string, host = tenant.host, method = 'GET') =>
  portal.request(`http://${host}${url}`, { method, headers: { host } });

describe('an archive', () => {
  it('is listed, and one entry can be downloaded by its signed URL, as a file of unknown type', async () => {
    const found = await list(zip({ 'guide/读我.html': '<script>alert(1)</script>', 'empty.txt': '', 'folder/': '' }));
    expect(found).toMatchObject({ problem: null, entryCount: 2, totalSize: 25 });
    expect(found.entries.map(({ path, size, problem }) => [path, size, problem])).toEqual([
      ['guide/读我.html', 25, null],
      ['empty.txt', 0, null],
    ]);
    const answer = await get(found.entries[0]!.url!);
    expect([answer.status, await answer.text()]).toEqual([200, '<script>alert(1)</script>']);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*UTF-8''%E8%AF%BB%E6%88%91\.html$/);
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await (await get(found.entries[1]!.url!)).text()).toBe('');
  });

  it('gives no entry without a signature of this entry and tenant', async () => {
    const found = await list(zip({ a: 'first', b: 'second' }));
    const [a, b] = found.entries.map(({ url }) => url!);
    const signature = new URL(a!, 'http://x').search;
    expect((await get(b!.split('?')[0]! + signature)).status).toBe(404);
    expect((await get(a!.split('?')[0]!)).status).toBe(404);
    expect((await get(a!, (await mintTenant()).host)).status).toBe(404);
    expect((await get(a!)).status).toBe(200);
    const stranger = await mintPerson(await mintTenant());
    expect((await call(stranger, VIEW, { resourceId: await mint(zip({ a: 'x' })) })).code).toBe(404);
  });

  it('does not count towards the progress', async () => {
    const course = await mintCourse(tenant);
    await mintDocument(tenant, course, 'zip', zip({ a: 'x' }));
    const room = await ok(learner, 'GET /course/auth/study/course/view', { courseId: course });
    expect(room.resources).toMatchObject([{ kind: 'download', counted: false }]);
  });

  it('of Chinese Windows has readable names', async () => {
    const bytes = patched(zip({ 'abcd.txt': 'x' }), 2, 0);
    for (let at = bytes.indexOf('abcd'); at >= 0; at = bytes.indexOf('abcd', at + 4)) {
      Buffer.from([0xb0, 0xb2, 0xc8, 0xab]).copy(bytes, at);
    }
    expect((await list(bytes)).entries.map(({ path }) => path)).toEqual(['安全.txt']);
  });

  it('shows entries that are not served: outside the archive, encrypted, too large for their size, unknown method', async () => {
    const problems = async (bytes: Buffer) => (await list(bytes)).entries.map(({ problem, url }) => [problem, url]);
    const outside = zip({ '../../etc/passwd': 'x', 'C:\\x.exe': 'x', '/x': 'x', 'a/../../x': 'x' });
    expect(await problems(outside)).toEqual(Array.from({ length: 4 }, () => ['unsafe', null]));
    expect(await problems(patched(zip({ a: 'secret' }), 2, 2049))).toEqual([['encrypted', null]]);
    expect(await problems(zip({ a: Buffer.alloc(5_000_000) }))).toEqual([['unsafe', null]]);
    expect(await problems(patched(zip({ a: 'x' }), 4, 12))).toEqual([['unsupported', null]]);
  });

  it('shows names that reverse the direction of writing as they are', async () => {
    expect((await list(zip({ 'invoice\u202efdp.exe': 'x' }))).entries[0]!.path).toBe('invoice\ufffdfdp.exe');
  });

  it('that is none, is damaged or has too many entries, says so', async () => {
    expect(await list(Buffer.from('Rar!\x1a\x07 not a zip'))).toMatchObject({ problem: 'unsupported', entries: [] });
    const cut = zip({ a: 'x'.repeat(500) });
    cut.writeUInt32LE(cut.length, cut.length - 6);
    expect(await list(cut)).toMatchObject({ problem: 'broken' });
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}`, '']));
    expect(await list(zip(many))).toMatchObject({ problem: 'tooLarge' });
  });

  it('ends an entry that is longer than it declares', async () => {
    const bytes = zip({ a: 'x'.repeat(70_000) });
    const size = Buffer.alloc(4);
    size.writeUInt32LE(70_000);
    for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size, at + 4)) bytes.writeUInt32LE(1_000, at);
    const [entry] = (await list(bytes)).entries;
    const answer = await get(entry!.url!);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });
});
