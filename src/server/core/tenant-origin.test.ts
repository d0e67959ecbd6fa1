import { expect, it } from 'vitest';
import { tenantOrigin } from './tenant-origin.ts';

it.each([
  ['http://huaxin.localhost:4321', ['*.localhost', 'localhost'], 'http://bluebay.localhost:4321'],
  ['http://localhost:4321', ['*.localhost', 'localhost'], 'http://bluebay.localhost:4321'],
  ['https://learn.example.com', ['*.learn.example.com', 'learn.example.com'], 'https://bluebay.learn.example.com'],
  ['https://a.second.org', ['*.first.org', '*.second.org'], 'https://bluebay.second.org'],
  ['https://second.org', ['*.first.org', '*.second.org', '*.third.org'], 'https://bluebay.second.org'],
  // An IP address has no labels: the first wildcard host is used.
  ['http://127.0.0.1:4321', ['*.localhost', '127.0.0.1'], 'http://bluebay.localhost:4321'],
  ['https://learn.example.com', ['learn.example.com'], null],
])('returns the origin seen from %s with hosts %j', (here, hosts, origin) => {
  expect(tenantOrigin('bluebay', here, hosts)).toBe(origin);
});
