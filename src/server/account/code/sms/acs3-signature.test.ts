import { expect, test } from 'vitest';
import { acs3Authorization, canonicalQuery, sha256Hex } from './acs3-signature.ts';

test('returns the documented signature for the example of the documentation', () => {
  const authorization = acs3Authorization({
    method: 'POST',
    path: '/',
    query: { RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' },
    headers: {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      'x-acs-action': 'RunInstances',
      'x-acs-version': '2014-05-26',
      'x-acs-date': '2023-10-26T10:22:32Z',
      'x-acs-signature-nonce': '3156853299f313e23d1673dc12e1703d',
      'x-acs-content-sha256': sha256Hex(''),
    },
    accessKeyId: 'YourAccessKeyId',
    accessKeySecret: 'YourAccessKeySecret',
  });
  expect(authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,' +
      'SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,' +
      'Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('canonicalQuery sorts the parameters and encodes characters that encodeURIComponent leaves unchanged', () => {
  expect(canonicalQuery({ b: "华 (1)*!'", a: '{"code":"1"}', C: '~-_.' })).toBe(
    'C=~-_.&a=%7B%22code%22%3A%221%22%7D&b=%E5%8D%8E%20%281%29%2A%21%27',
  );
});
