/**
 * Returns what a request asks for, as lists of allowed addresses name it: `GET /account`, without language, double or final slashes.
 * @param path as it was sent, in either language
 * @returns null for a path that is no valid one
 */
export function askedAddress(method: string, path: string): string | null {
  const decoded = decodedPath(path);
  if (decoded === null) return null;
  const plain = decoded.replace(/\/{2,}/g, '/').replace(/^\/en(?=\/|$)/, '') || '/';
  return `${method === 'HEAD' ? 'GET' : method} ${plain === '/' ? plain : plain.replace(/\/$/, '')}`;
}

/** Decoded as the router does it. */
function decodedPath(path: string): string | null {
  try {
    return decodeURI(path);
  } catch {
    return null;
  }
}
