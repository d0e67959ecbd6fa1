import { courseProject } from '#src/contract/course-project.ts';
import { implement } from '#src/server/core/implement.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { pageProjects, pageProjectsOfViewer } from './page-projects.ts';
import { saveProjectRegistration } from './save-project-registration.ts';
import { viewProject, viewProjectOfViewer } from './view-project.ts';

export const courseProjectOperations = implement(courseProject, {
  'POST /course/api/project/info/page': pageProjects,
  'POST /course/auth/project/info/page': pageProjectsOfViewer,
  'POST /course/auth/project/info/export': (ctx) => requestExport(ctx, 'projects', {}),
  'GET /course/api/project/info/view': viewProject,
  'GET /course/auth/project/info/view': viewProjectOfViewer,
  'POST /course/auth/project/registration/save': saveProjectRegistration,
});
