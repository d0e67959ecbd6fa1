import { company } from '#src/contract/company.ts';
import { implement } from '#src/server/core/implement.ts';
import { chooseEnterprise } from './choose-enterprise.ts';
import { viewEnterpriseRules } from './enterprise-rules.ts';
import { listRegions } from './list-regions.ts';
import { loginByHandoff } from './login-by-handoff.ts';
import { viewGuide } from './view-guide.ts';
import { listMyEnterprises } from './my-enterprises.ts';
import { registerEnterprise } from './register-enterprise.ts';

export const companyOperations = implement(company, {
  'POST /system/api/region/list': { ownTransaction: listRegions },
  'GET /user/auth/user/info/enterprise/list': { ownTransaction: listMyEnterprises },
  'POST /user/auth/user/info/choose/enterprise': { ownTransaction: chooseEnterprise },
  'POST /user/api/user/info/login/handoff': { ownTransaction: loginByHandoff },
  'GET /user/auth/enterprise/guide/view': viewGuide,
  'GET /user/auth/enterprise/info/rules/view': { ownTransaction: viewEnterpriseRules },
  'POST /user/auth/enterprise/info/add': { ownTransaction: registerEnterprise },
});
