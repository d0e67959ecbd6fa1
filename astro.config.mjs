import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import node, { getAdapter } from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import i18next from 'astro-i18next';

const root = (path) => fileURLToPath(new URL(path, import.meta.url));

/** Scripts that layouts/Head.astro writes into the page as they are: the policy knows them by their hashes. */
const INLINE = [
  read('boot.js'),
  ...['prefetch-visitor.json', 'prefetch-member.json'].map((name) => JSON.stringify(JSON.parse(read(name)))),
].map((text) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
function read(name) {
  return readFileSync(root(`./src/layouts/${name}`), 'utf8');
}

/**
 * Every page again under /en/…, same entrypoint (docs/architecture.md, section "Page"): right statuses, right
 * `Astro.currentLocale`.
 */
const englishTree = {
  name: 'zhixing:english-tree',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      for (const file of readdirSync(root('./src/pages'), { recursive: true })) {
        if (!file.endsWith('.astro') || /^(404|500)\.astro$/.test(file)) continue;
        const route = file.replace(/\.astro$/, '').replace(/(^|\/)index$/, '');
        injectRoute({ pattern: `/en/${route}`, entrypoint: `./src/pages/${file}` });
      }
    },
  },
};

/** The Node adapter with a server entry of our own: it owns the `http.Server` (docs/decisions/002). */
function nodeWithOwnServer() {
  const adapter = node({ mode: 'middleware' });
  return {
    ...adapter,
    hooks: {
      ...adapter.hooks,
      'astro:config:done': ({ setAdapter }) =>
        setAdapter({
          ...getAdapter({ staticHeaders: false }),
          serverEntrypoint: root('./src/server/cli/serve.ts'),
        }),
      'astro:build:done': () => {},
    },
  };
}

/** React with a renderer of our own on the server (docs/decisions/028). */
function reactWithOwnRenderer() {
  const integration = react();
  const setup = integration.hooks['astro:config:setup'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': (options) =>
        setup({
          ...options,
          addRenderer: (renderer) =>
            options.addRenderer({ ...renderer, serverEntrypoint: root('./src/server/http/react-renderer.ts') }),
        }),
    },
  };
}

/**
 * Astro computes the same digests for the policy of every page again, each as a task of the thread pool: 3 % of `/home`.
 * @throws Error at build time when an update of Astro has changed the function
 */
const rememberedDigests = {
  name: 'zhixing:remembered-digests',
  transform(code, id) {
    if (!id.endsWith('/astro/dist/core/encryption.js')) return undefined;
    const before = 'async function generateCspDigest(data, algorithm) {';
    if (!code.includes(before)) throw new Error('astro.config.mjs: generateCspDigest of Astro has changed');
    return code.replace(
      before,
      `const digests = new Map();
      async function generateCspDigest(data, algorithm) {
        const key = algorithm + data;
        let digest = digests.get(key);
        if (digest === undefined) {
          digest = await computeCspDigest(data, algorithm);
          if (digests.size < 1000) digests.set(key, digest);
        }
        return digest;
      }
      async function computeCspDigest(data, algorithm) {`,
    );
  },
};

/**
 * Lets our renderer decide whether an island has to be rendered (`src/server/http/remembered-islands.ts`): Astro asks a renderer
 * for markup only after it has done half of its own work, and serialises properties and hashes markup after that.
 * @throws Error at build time when an update of Astro has changed the functions
 */
const rememberedIslands = {
  name: 'zhixing:remembered-islands',
  transform(code, id) {
    if (!id.endsWith('/astro/dist/runtime/server/render/component.js')) return undefined;
    const replaced = (text, before, after) => {
      if (text.split(before).length !== 2) throw new Error(`astro.config.mjs: Astro has changed: ${before}`);
      return text.replace(before, after);
    };
    return replaced(
      replaced(
        code,
        'async function renderFrameworkComponent(result, displayName, Component, _props, slots = {}) {',
        `function renderFrameworkComponent(result, displayName, Component, _props, slots = {}) {
          const render = (props) => renderFresh(result, displayName, Component, props, slots);
          const remember = result.renderers[0]?.ssr.rememberIsland;
          return remember ? remember(result, _props, slots, render) : render(_props);
        }
        async function renderFresh(result, displayName, Component, _props, slots) {`,
      ),
      `return renderFrameworkComponent(result, displayName, Component, props, slots).catch(
    handleCancellation
  );`,
      `const rendered = renderFrameworkComponent(result, displayName, Component, props, slots);
      return isPromise(rendered) ? rendered.catch(handleCancellation) : rendered;`,
    );
  },
};

/**
 * Encodes pages into a buffer that is kept: Astro's `encode` takes twice as long for texts with Chinese characters, a tenth of the time of
 * a page whose parts are remembered.
 * @throws Error at build time when an update of Astro has changed the function
 */
const encodedPages = {
  name: 'zhixing:encoded-pages',
  transform(code, id) {
    if (!id.endsWith('/astro/dist/runtime/server/render/page.js')) return undefined;
    const before = 'body = encoder.encode(body);';
    if (code.split(before).length !== 2) throw new Error('astro.config.mjs: renderPage of Astro has changed');
    return `${code.replace(before, 'body = encodedPage(body);')}
      const pageBuffer = new Uint8Array(1_000_000);
      function encodedPage(text) {
        // A character takes three bytes at most.
        if (text.length * 3 > pageBuffer.length) return encoder.encode(text);
        return pageBuffer.slice(0, encoder.encodeInto(text, pageBuffer).written);
      }`;
  },
};

/**
 * Copies what pdf.js loads when a PDF needs it: character maps and fonts that are not embedded, and decoders of rare pictures.
 * Their address contains the version of pdf.js, so that they can be cached indefinitely.
 */
const pdfFiles = {
  name: 'zhixing:pdf-files',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const from = root('./node_modules/pdfjs-dist/');
      const { version } = JSON.parse(readFileSync(`${from}package.json`, 'utf8'));
      const to = fileURLToPath(new URL(`_astro/pdfjs-${version}/`, dir));
      for (const name of ['cmaps', 'standard_fonts']) cpSync(from + name, to + name, { recursive: true });
      // Our policy does not allow WebAssembly.
      for (const name of ['jbig2', 'openjpeg'])
        cpSync(`${from}wasm/${name}_nowasm_fallback.js`, `${to}wasm/${name}_nowasm_fallback.js`);
    },
  },
};

/** Hydrates an island on the first pointer, focus or key inside it. */
const onTouch = {
  name: 'zhixing:client-touch',
  hooks: {
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'touch', entrypoint: './src/client/touch-directive.ts' }),
  },
};

export default defineConfig({
  output: 'server',
  outDir: process.env.OUT_DIR ?? './dist',
  cacheDir: process.env.OUT_DIR ? `${process.env.OUT_DIR}/.cache` : './node_modules/.astro',
  adapter: nodeWithOwnServer(),
  integrations: [reactWithOwnRenderer(), i18next(), englishTree, onTouch, pdfFiles],
  i18n: { locales: ['zh', 'en'], defaultLocale: 'zh', routing: { prefixDefaultLocale: false } },
  session: false,
  image: { endpoint: { route: '/_image', entrypoint: './src/server/http/no-image-endpoint.ts' } },
  trailingSlash: 'ignore',
  build: { inlineStylesheets: 'never' },
  security: {
    checkOrigin: false,
    csp: {
      scriptDirective: { hashes: INLINE },
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "media-src 'self' blob:",
        "connect-src 'self'",
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ],
    },
  },
  devToolbar: { enabled: false },
  vite: { plugins: [tailwindcss(), rememberedDigests, rememberedIslands, encodedPages] },
});
