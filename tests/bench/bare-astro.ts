import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../config/portal-process.ts';

/**
 * Builds a minimal Astro project that renders a page of a given size with one island and one query, on Astro's Node
 * server.
 * @param bytes size of its HTML
 * @returns its folder; the server is `dist/server/entry.mjs`
 */
export function buildBareAstro(bytes: number): string {
  // Below our node_modules, so that packages are resolved.
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'test-results', 'bare-astro-'));
  const line = '<li class="row">A line of a page that says nothing in particular.</li>\n';
  const files: Record<string, string> = {
    // Declared as dependencies, otherwise Astro treats its own packages as external and does not bundle them.
    'package.json':
      '{ "type": "module", "dependencies": { "astro": "*", "@astrojs/node": "*", "@astrojs/react": "*" } }',
    'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx" } }',
    'astro.config.mjs': `import node from '@astrojs/node';
import react from '@astrojs/react';
export default { output: 'server', adapter: node({ mode: 'standalone' }), integrations: [react()], devToolbar: { enabled: false } };`,
    'src/db.ts': `import pg from 'pg';
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });`,
    'src/Counter.tsx': `import { useState } from 'react';
export default function Counter({ name }: { name: string }) {
  const [n, set] = useState(0);
  return <button onClick={() => set(n + 1)}>{name} {n}</button>;
}`,
    'src/pages/index.astro': `---
import Counter from '../Counter.tsx';
import { pool } from '../db.ts';
const { rows } = await pool.query({ name: 'q', text: 'select name from bench.person where id = $1', values: [1] });
---
<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><title>Bare</title></head>
<body><Counter client:idle name={rows[0].name} /><ul>
${line.repeat(Math.max(1, Math.floor((bytes - 4_200) / line.length)))}</ul></body></html>`,
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  execFileSync(process.execPath, [join(ROOT, 'node_modules/astro/bin/astro.mjs'), 'build'], {
    cwd: folder,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', OUT_DIR: undefined, NODE_ENV: undefined },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return folder;
}
