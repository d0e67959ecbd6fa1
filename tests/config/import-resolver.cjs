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
    // Packages are not part of the checkout; `path: null` means "found, but external".
    if (!target) return { found: true, path: null };
    return { found: true, path: target };
  },
};
