CREATE TABLE "question_import_part" (
	"enterprise_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"drafts" jsonb NOT NULL,
	CONSTRAINT "question_import_part_enterprise_id_import_id_number_pk" PRIMARY KEY("enterprise_id","import_id","number")
);
--> statement-breakpoint
ALTER TABLE "question_import_part" ADD CONSTRAINT "question_import_part_enterprise_id_import_id_question_import_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","import_id") REFERENCES "public"."question_import"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;