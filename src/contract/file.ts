import { z } from 'zod';
import { Id } from './common.ts';
import { define } from './define.ts';

/** Purpose of an image; determines its size and shape. `text`: part of a text written in the editor. */
export const PictureUse = z.enum(['avatar', 'logo', 'text'], { error: 'field.invalid' });

/** A stored image. Other operations refer to it by `id`. */
export const Picture = z.object({
  id: Id,
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  fileSize: z.number().int().meta({ description: 'bytes' }),
  contentType: z.string(),
});

export const file = define({
  'POST /system/auth/upload/pic': {
    summary: 'Upload a picture (PNG, JPEG or WebP of at most 5 MB), which is checked by content and re-encoded',
    auth: 'member',
    upload: true,
    input: z.object({
      file: z
        .file({ error: 'field.fileRequired' })
        .meta({ description: 'at most 5 MB', type: 'string', format: 'binary' }),
      use: PictureUse,
    }),
    data: Picture,
  },
});
