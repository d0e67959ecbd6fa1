import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { staticFiles } from './static-files.ts';

it('a file that has gone ends its request, and the others are served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zhixing-static-'));
  await writeFile(join(folder, 'gone.js'), 'gone');
  await writeFile(join(folder, 'kept.js'), 'kept');
  const files = staticFiles(folder);
  const server = createServer((req, res) => files(req, res, () => void res.writeHead(404).end()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await rm(join(folder, 'gone.js'));
  await expect(fetch(`${origin}/gone.js`).then((reply) => reply.text())).rejects.toThrow();
  const kept = await fetch(`${origin}/kept.js`);
  expect(await kept.text()).toBe('kept');
  expect(kept.headers.get('cache-control')).toBe('public, max-age=3600');
  expect((await fetch(`${origin}/none.js`)).status).toBe(404);
});
