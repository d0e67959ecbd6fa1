import { certificateTemplate } from '#src/contract/certificate-template.ts';
import { implement } from '#src/server/core/implement.ts';
import { chooseTemplate } from './choose-template.ts';
import { listTemplates, pageTemplates } from './page-templates.ts';
import { addTemplate, deleteTemplate, publishTemplate, restoreTemplate, saveTemplate } from './save-template.ts';
import { uploadPicture } from './template-pictures.ts';
import { viewTemplate } from './view-template.ts';

export const certificateTemplateOperations = implement(certificateTemplate, {
  'POST /course/auth/certificate/template/page': pageTemplates,
  'GET /course/auth/certificate/template/list': listTemplates,
  'POST /course/auth/certificate/template/add': addTemplate,
  'GET /course/auth/certificate/template/view': viewTemplate,
  'POST /course/auth/certificate/template/save': saveTemplate,
  'POST /course/auth/certificate/template/publish': publishTemplate,
  'POST /course/auth/certificate/template/restore': restoreTemplate,
  'DELETE /course/auth/certificate/template/delete': deleteTemplate,
  'POST /course/auth/certificate/template/picture/upload': { ownTransaction: uploadPicture },
  'POST /course/auth/certificate/kind/template/save': chooseTemplate,
});
