import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { startS3, type S3StandIn } from '../stand-ins/s3.ts';
import { lowId, mintTenant } from '../factories/tenant.ts';

/* `npm run files`, as an operator runs it, with the stand-in of an object store. */

let dataDir: string;
let s3: S3StandIn;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'zhixing-files-'));
  s3 = await startS3();
});
afterEach(async () => {
  await s3.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Runs the command. @returns its exit code and output */
async function files(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['src/server/cli/files.ts', ...args], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      S3_ENDPOINT: s3.origin,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'media',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}

const CONTENT = new Map([
  ['a/1', randomBytes(3_000_000)],
  ['a/1.made/640.webp', randomBytes(1_000)],
  ['a/uploads/picture.bin', randomBytes(20)],
  ['b/exports/list.xlsx', randomBytes(70_000)],
  ['b/empty', Buffer.alloc(0)],
]);
function writeLocal(): void {
  for (const [key, bytes] of CONTENT) {
    mkdirSync(dirname(join(dataDir, 'files', key)), { recursive: true });
    writeFileSync(join(dataDir, 'files', key), bytes);
  }
}
const inBucket = () =>
  new Map([...s3.objects].map(([path, bytes]) => [path.replace('/media/', ''), Buffer.from(bytes)]));
function inFolder(): Map<string, Buffer> {
  const root = join(dataDir, 'files');
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(root.length + 1), readFileSync(path)];
    }),
  );
}
const sorted = (content: Map<string, Buffer>) => new Map([...content].sort(([a], [b]) => (a < b ? -1 : 1)));
const puts = () => s3.requests.filter(({ method }) => method === 'PUT').map(({ path }) => path);

describe('npm run files -- move', () => {
  it('copies to the bucket and back, and leaves the source', async () => {
    writeLocal();
    const { code, output } = await files('move', '--to', 's3');
    expect(output).toContain('5 copied, 0 already there, 3.1 MB verified');
    expect(code).toBe(0);
    expect(sorted(inBucket())).toEqual(sorted(CONTENT));
    expect(sorted(inFolder())).toEqual(sorted(CONTENT));

    rmSync(join(dataDir, 'files'), { recursive: true });
    expect((await files('move', '--to', 'local')).output).toContain('5 copied');
    expect(sorted(inFolder())).toEqual(sorted(CONTENT));
    expect(inBucket().size).toBe(5);
  });

  it('continues an interrupted run: keeps complete copies, replaces incomplete and damaged ones', async () => {
    writeLocal();
    const complete = CONTENT.get('a/uploads/picture.bin')!;
    s3.put('/media/a/uploads/picture.bin', complete);
    s3.put('/media/a/1', CONTENT.get('a/1')!.subarray(0, 1_000_000));
    s3.put('/media/b/exports/list.xlsx', randomBytes(70_000)); // the right size
    const { code, output } = await files('move', '--to', 's3', '--delete-source');
    expect(output).toContain('4 copied, 1 already there');
    expect(output).toContain('source deleted');
    expect(code).toBe(0);
    expect(puts()).not.toContain('/media/a/uploads/picture.bin');
    expect(sorted(inBucket())).toEqual(sorted(CONTENT));
    expect(inFolder().size).toBe(0);
  });

  it('deletes nothing and fails if a copy cannot be verified', async () => {
    writeLocal();
    s3.corrupting = '/media/a/1';
    const { code, output } = await files('move', '--to', 's3', '--delete-source');
    expect(code).toBe(1);
    expect(output).toMatch(/a\/1: the copy differs/);
    expect(output).toContain('1 files could not be copied (4 copied, 0 already there): run the command again.');
    expect([...inFolder().keys()]).toEqual(['a/1']);
    expect(inBucket().has('a/1')).toBe(false);
    s3.corrupting = null;
    expect((await files('move', '--to', 's3', '--delete-source')).code).toBe(0);
    expect(sorted(inBucket())).toEqual(sorted(CONTENT));
    expect(inFolder().size).toBe(0);
  });

  it('names a file that is none of the portal', async () => {
    writeLocal();
    writeFileSync(join(dataDir, 'files', '说明.txt'), 'x');
    const { code, output } = await files('move', '--to', 's3');
    expect([code, output]).toEqual([1, expect.stringMatching(/✗ files .*"说明.txt".*move it elsewhere\.\n$/)]);
  });

  it('explains wrong arguments and unusable credentials', async () => {
    expect(await files('move')).toEqual({ code: 1, output: expect.stringContaining('usage: npm run files') as string });
    expect((await files('move', '--to', 's3', '--nonsense')).output).toContain("Unknown option '--nonsense'");
    writeLocal();
    s3.failing = true;
    const { code, output } = await files('move', '--to', 's3');
    expect(code).toBe(1);
    expect(output).toContain('5 files could not be copied');
    expect(inFolder().size).toBe(5);
  });
});

describe('npm run files -- check', () => {
  it('names the files of the database that the store does not have', async () => {
    // Other tests leave files of other tenants; the list is cut off.
    const tenant = await mintTenant('First', lowId(1));
    const keys = ['there', 'lost', 'short'].map((name) => `${tenant.id}/${name}-${randomUUID()}`);
    await withTenant(tenant.id, (db) =>
      db.insert(file).values(
        keys.map((storeKey) => ({
          enterpriseId: tenant.id,
          storeKey,
          sha256: randomUUID(),
          fileName: 'film.mp4',
          contentType: 'video/mp4',
          fileSize: 10,
          visibility: 'public' as const,
        })),
      ),
    );
    s3.put(`/media/${keys[0]}`, randomBytes(10));
    s3.put(`/media/${keys[2]}`, randomBytes(9));
    const { code, output } = await files('check');
    expect(code).toBe(1);
    expect(output).not.toContain(keys[0]);
    expect(output).toContain(`${tenant.key}: ${keys[1]} (film.mp4)\n`);
    expect(output).toContain(`${tenant.key}: ${keys[2]} (film.mp4): 9 bytes instead of 10`);
    expect(output).toMatch(/\d+ of \d+ files are missing from bucket media/);
  });
});
