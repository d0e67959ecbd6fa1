CREATE TABLE "document" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"page_count" integer,
	"problem" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "document_enterprise_id_file_id_pk" PRIMARY KEY("enterprise_id","file_id"),
	CONSTRAINT "document_page_count_check" CHECK ("document"."page_count" >= 1),
	CONSTRAINT "document_problem_check" CHECK ("document"."problem" in ('broken', 'tooLarge', 'tooSlow', 'password', 'oldFormat', 'unsupported', 'unsafe')),
	CONSTRAINT "document_result_check" CHECK (num_nonnulls("document"."page_count", "document"."problem") = 1)
);
--> statement-breakpoint
CREATE TABLE "document_page" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text,
	"html" text NOT NULL,
	CONSTRAINT "document_page_enterprise_id_file_id_number_pk" PRIMARY KEY("enterprise_id","file_id","number"),
	CONSTRAINT "document_page_number_check" CHECK ("document_page"."number" >= 1)
);
--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_page" ADD CONSTRAINT "document_page_enterprise_id_file_id_document_enterprise_id_file_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."document"("enterprise_id","file_id") ON DELETE cascade ON UPDATE no action;