import { course } from '#src/contract/course.ts';
import { implement } from '#src/server/core/implement.ts';
import { listCategories } from './list-categories.ts';
import { listRelated } from './list-related.ts';
import { pageCourses, pageCoursesOfViewer } from './page-courses.ts';
import { pageResourceFiles } from './page-resource-files.ts';
import { saveRegistration } from './save-registration.ts';
import { viewCourse, viewCourseOfViewer } from './view-course.ts';

export const courseOperations = implement(course, {
  'POST /course/api/course/info/page': pageCourses,
  'POST /course/auth/course/info/page': pageCoursesOfViewer,
  'GET /course/api/course/info/view': viewCourse,
  'GET /course/api/course/info/related': listRelated,
  'GET /course/auth/course/info/view': viewCourseOfViewer,
  'GET /course/api/category/list': listCategories,
  'POST /course/auth/resource/file/page': pageResourceFiles,
  'POST /course/auth/course/registration/save': saveRegistration,
});
