import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { portal } from '../factories/portal.ts';
import { mintTenant, type TestTenant } from '../factories/tenant.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await mintTenant();
});

/** Inserts a file with this name and type, and returns the response headers for it. */
async function headers(fileName: string, contentType: string, path = '') {
  const id = randomUUID();
  const row = { storeKey: id, sha256: id, fileName, contentType, fileSize: 10, visibility: 'public' as const };
  await withTenant(tenant.id, (db) => db.insert(file).values({ enterpriseId: tenant.id, id, ...row }));
  const answer = await portal.request(`http://${tenant.host}/media/${id}${path}`, {
    method: 'HEAD',
    headers: { host: tenant.host },
  });
  expect(answer.status).toBe(200);
  return answer.headers;
}

describe('the file name of a download', () => {
  it('is the stored one, encoded so that it cannot end the header', async () => {
    const odd = 'a"b; filename=evil.exe\r\nSet-Cookie: x=1 知.pdf';
    const found = (await headers(odd, 'application/zip')).get('content-disposition')!;
    expect(found).toMatch(/^attachment; filename="(?:[^"\\\r\n]|\\.)+"; filename\*=UTF-8''[\w.%!~*'()-]+$/);
    expect(decodeURIComponent(found.split("UTF-8''")[1]!)).toBe(odd);
  });

  it('cannot be set by the request', async () => {
    const found = await headers('notes.pdf', 'application/pdf', '?filename=evil.exe&name=evil.exe');
    expect(found.get('content-disposition')).toContain('notes.pdf');
    expect(found.get('content-disposition')).not.toContain('evil');
  });
});

describe('a file that a browser could run', () => {
  it.each(['text/html', 'image/svg+xml', 'application/javascript', 'application/xhtml+xml', 'text/xml', 'x/y'])(
    'serves %s as a download in a sandbox',
    async (contentType) => {
      const found = await headers('x', contentType);
      expect(found.get('content-disposition')).toMatch(/^attachment;/);
      expect(found.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
      expect(found.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('serves a PDF inline, and no page can frame it', async () => {
    const found = await headers('x.pdf', 'application/pdf');
    expect(found.get('content-disposition')).toMatch(/^inline;/);
    expect(found.get('content-security-policy')).toBe("frame-ancestors 'none'");
  });
});
