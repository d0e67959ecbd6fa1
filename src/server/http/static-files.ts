import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import sirv from 'sirv';
import { FILE_HEADERS, PDF_WORKER } from './response-headers.ts';

/**
 * Serves the files of a folder, which is read once: scripts, styles, icons, fonts. A file that has gone since, because somebody
 * builds in the folder of a running portal, ends its request only.
 */
export const staticFiles = (folder: string) =>
  sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res: ServerResponse, path: string) => {
      res.setHeader(
        'cache-control',
        path.startsWith('/_astro/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      for (const [name, value] of Object.entries(FILE_HEADERS)) res.setHeader(name, value);
      if (PDF_WORKER.path.test(path)) res.setHeader('content-security-policy', PDF_WORKER.policy);
      // sirv listens to no error of the file; an error without a listener ends the process.
      res.once('pipe', (file: Readable) => file.once('error', () => res.destroy()));
    },
  });
