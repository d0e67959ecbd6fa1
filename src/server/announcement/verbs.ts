import { announcement } from '#src/contract/announcement.ts';
import { implement } from '#src/server/http/implement.ts';

export const announcementVerbs = implement(announcement, {});
