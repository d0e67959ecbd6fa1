import { studyRoom } from '#src/contract/study-room.ts';
import { implement } from '#src/server/core/implement.ts';
import { viewLast } from './view-last.ts';
import { viewRoom } from './view-room.ts';

export const studyRoomOperations = implement(studyRoom, {
  'GET /course/auth/study/room/view': viewRoom,
  'GET /course/auth/study/last/view': viewLast,
});
