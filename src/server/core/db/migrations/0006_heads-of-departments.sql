DROP TABLE "department_head";
