import type { announcementEditing } from '#src/contract/announcement-editing.ts';
import type { Inputs, Scene } from '../scene.ts';

const ofAnnouncement = ({ world }: Scene) => ({ id: world.announcementId });

export const announcementEditingInputs: Inputs<keyof typeof announcementEditing> = {
  'POST /system/auth/content/announcement/page': ({ world }) => ({ keyword: world.mark }),
  'POST /system/auth/content/article/page': () => ({}),
  'GET /system/auth/announcement/choices': () => ({}),
  'POST /system/auth/announcement/people/page': ({ person }) => ({ ids: [person.userId] }),
  'POST /system/auth/announcement/receipt/page': ofAnnouncement,
  'GET /system/auth/announcement/receipt/total': ofAnnouncement,
  'POST /system/auth/announcement/receipt/export': ofAnnouncement,
  'POST /system/auth/announcement/receipt/remind': ofAnnouncement,
};
