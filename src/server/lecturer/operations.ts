import { lecturer } from '#src/contract/lecturer.ts';
import { implement } from '#src/server/core/implement.ts';
import { listLevels, pageLecturers } from './page-lecturers.ts';
import { pageTeachingRecords } from './page-teaching-records.ts';
import { rankLecturers } from './rank-lecturers.ts';
import { viewLecturer } from './view-lecturer.ts';

export const lecturerOperations = implement(lecturer, {
  'POST /user/api/lecturer/info/page': pageLecturers,
  'POST /user/auth/lecturer/info/page': pageLecturers,
  'GET /user/api/lecturer/info/detail/view': viewLecturer,
  'GET /user/auth/lecturer/info/detail/view': viewLecturer,
  'GET /user/api/lecturer/rank/list': rankLecturers,
  'GET /user/auth/lecturer/rank/list': rankLecturers,
  'GET /user/api/lecturer/level/list': listLevels,
  'POST /user/api/lecturer/teaching/record/page': pageTeachingRecords,
  'POST /user/auth/lecturer/teaching/record/page': pageTeachingRecords,
});
