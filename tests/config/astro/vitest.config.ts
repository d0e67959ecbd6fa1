import { fileURLToPath } from 'node:url';
import { getViteConfig } from 'astro/config';

/** Tests that render `.astro` components, compiled by Astro. */
export default getViteConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: { name: 'astro', include: ['tests/repo/leaves.test.ts'] },
});
