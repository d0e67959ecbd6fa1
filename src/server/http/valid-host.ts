import type { IncomingMessage } from 'node:http';

/**
 * Whether a request says once and clearly which host it is for: where a proxy and we could read it differently, one
 * tenant's visitor would get another tenant's answer. The form with a whole address in the request line is brought to
 * the usual one when it names the same host (RFC 9112, 3.2).
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
