const path = require('node:path');

const ROOT = path.resolve(__dirname, '../..');

/** Resolves imports for eslint-plugin-boundaries: `#src/…` (package.json#imports) and relative ones carry their extension, so nothing has to be tried. */
module.exports = {
  interfaceVersion: 2,
  resolve(source, file) {
    const target = source.startsWith('#src/')
      ? path.join(ROOT, 'src', source.slice('#src/'.length))
      : source.startsWith('.')
        ? path.resolve(path.dirname(file), source)
        : null;
    // Packages are no part of the house; `path: null` means "found, but nothing of ours".
    if (!target) return { found: true, path: null };
    return { found: true, path: target };
  },
};
