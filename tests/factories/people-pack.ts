import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { onTestFinished } from 'vitest';
import { phonesOf } from './phones.ts';

const SITE = (key: string) => `key: ${key}
name: Acme ${key}
timeZone: Asia/Shanghai
brandColor: "#1f6feb"
lang: zh
websiteTitle: Acme
slogan: Learn
description: A site
websiteIco: media/logo.png
logo: media/logo.png
websiteNavList:
  - { code: home, title: Home, navUrl: /home, navMenuType: 1 }
categories:
  - { code: safety, name: Safety }
`;

/** A content pack with a people file and nothing else that matters; it is removed at the end of the test. */
export async function peoplePack(key = `p${randomUUID().slice(0, 8)}`) {
  const folder = await mkdtemp(join(tmpdir(), 'd-people-pack-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const put = async (name: string, content: string | Buffer) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  };
  await put('site.yaml', SITE(key));
  for (const code of ['about', 'agreement', 'privacy'])
    await put(`articles/${code}.yaml`, `code: ${code}\ntitle: ${code}\nbody: Text\n`);
  const logo = sharp({ create: { width: 8, height: 8, channels: 3, background: '#1f6feb' } });
  await put('media/logo.png', await logo.png().toBuffer());
  return {
    folder,
    key,
    /** Writes `people.csv`: names of the columns, then the rows. */
    people: (columns: string, ...rows: string[]) => put('people.csv', [columns, ...rows, ''].join('\n')),
    put,
  };
}

/** Another mobile number. */
export const anyMobile = phonesOf('17');
