import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has exactly one valid Host header. If a proxy and the portal could interpret it differently, a visitor
 * could get the response of another tenant. A request line in absolute form is converted to origin form if it has the same
 * host (RFC 9112, 3.2).
 */
export function hasValidHost(request: IncomingMessage): boolean {
  const hosts = request.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;
  const host = request.headers.host ?? '';
  if (hosts !== 1 || /[^\w.:[\]-]/.test(host) || !URL.canParse(`http://${host}`)) return false;
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  const whole = /^https?:\/\/([^/?#]*)([^#]*)$/i.exec(target);
  if (!whole || whole[1]!.toLowerCase() !== host.toLowerCase()) return false;
  request.url = whole[2]!.startsWith('/') ? whole[2] : `/${whole[2]}`;
  return true;
}
