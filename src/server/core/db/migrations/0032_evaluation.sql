CREATE TABLE "department_head" (
	"enterprise_id" uuid NOT NULL,
	"department" text NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "department_head_enterprise_id_department_pk" PRIMARY KEY("enterprise_id","department")
);
--> statement-breakpoint
CREATE TABLE "evaluation" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"form_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"state" text NOT NULL,
	"rubric" jsonb NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"talk_at" timestamp (3) with time zone,
	"talk_note" text,
	"self_confirmed_at" timestamp (3) with time zone,
	"superior_confirmed_at" timestamp (3) with time zone,
	"score" numeric(12, 2),
	"passed" boolean,
	"done_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evaluation_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "evaluation_enterprise_id_form_id_user_id_attempt_unique" UNIQUE("enterprise_id","form_id","user_id","attempt"),
	CONSTRAINT "evaluation_attempt_check" CHECK ("evaluation"."attempt" >= 1),
	CONSTRAINT "evaluation_state_check" CHECK ("evaluation"."state" in ('draft', 'assessing', 'selfAssessment', 'superiorAssessment', 'talk', 'confirmation', 'done')),
	CONSTRAINT "evaluation_score_check" CHECK ("evaluation"."score" between 0 and 100),
	CONSTRAINT "evaluation_done_check" CHECK (("evaluation"."state" = 'done') = ("evaluation"."done_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "evaluation_assessment" (
	"enterprise_id" uuid NOT NULL,
	"evaluation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"scores" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"score" numeric(12, 2),
	"submitted_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evaluation_assessment_enterprise_id_evaluation_id_user_id_pk" PRIMARY KEY("enterprise_id","evaluation_id","user_id"),
	CONSTRAINT "evaluation_assessment_role_check" CHECK ("evaluation_assessment"."role" in ('self', 'assessor')),
	CONSTRAINT "evaluation_assessment_score_check" CHECK ("evaluation_assessment"."score" between 0 and 100),
	CONSTRAINT "evaluation_assessment_submitted_check" CHECK (("evaluation_assessment"."score" is null) = ("evaluation_assessment"."submitted_at" is null))
);
--> statement-breakpoint
CREATE TABLE "evaluation_form" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"rubric_id" uuid NOT NULL,
	"resource_id" uuid,
	"max_tries" integer DEFAULT 1 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "evaluation_form_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "evaluation_form_enterprise_id_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "evaluation_form_enterprise_id_resource_id_unique" UNIQUE("enterprise_id","resource_id"),
	CONSTRAINT "evaluation_form_kind_check" CHECK ("evaluation_form"."kind" in ('practice', 'job', 'assessment')),
	CONSTRAINT "evaluation_form_max_tries_check" CHECK ("evaluation_form"."max_tries" between 1 and 10),
	CONSTRAINT "evaluation_form_subject_check" CHECK (("evaluation_form"."resource_id" is null) = ("evaluation_form"."kind" = 'assessment'))
);
--> statement-breakpoint
CREATE TABLE "evaluation_form_assessor" (
	"enterprise_id" uuid NOT NULL,
	"form_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "evaluation_form_assessor_enterprise_id_form_id_user_id_pk" PRIMARY KEY("enterprise_id","form_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "evidence_upload" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"evaluation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"file_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "evidence_upload_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "evidence_upload_file_size_check" CHECK ("evidence_upload"."file_size" >= 1),
	CONSTRAINT "evidence_upload_received_check" CHECK ("evidence_upload"."received" between 0 and "evidence_upload"."file_size")
);
--> statement-breakpoint
CREATE TABLE "rubric" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"pass_mark" integer DEFAULT 60 NOT NULL,
	"criteria" jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "rubric_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "rubric_enterprise_id_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "rubric_pass_mark_check" CHECK ("rubric"."pass_mark" between 0 and 100)
);
--> statement-breakpoint
ALTER TABLE "department_head" ADD CONSTRAINT "department_head_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_enterprise_id_form_id_evaluation_form_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","form_id") REFERENCES "public"."evaluation_form"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation" ADD CONSTRAINT "evaluation_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation_assessment" ADD CONSTRAINT "evaluation_assessment_enterprise_id_evaluation_id_evaluation_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","evaluation_id") REFERENCES "public"."evaluation"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation_assessment" ADD CONSTRAINT "evaluation_assessment_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation_form" ADD CONSTRAINT "evaluation_form_enterprise_id_rubric_id_rubric_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","rubric_id") REFERENCES "public"."rubric"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation_form" ADD CONSTRAINT "evaluation_form_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation_form_assessor" ADD CONSTRAINT "evaluation_form_assessor_enterprise_id_form_id_evaluation_form_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","form_id") REFERENCES "public"."evaluation_form"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evaluation_form_assessor" ADD CONSTRAINT "evaluation_form_assessor_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence_upload" ADD CONSTRAINT "evidence_upload_enterprise_id_evaluation_id_evaluation_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","evaluation_id") REFERENCES "public"."evaluation"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence_upload" ADD CONSTRAINT "evidence_upload_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence_upload" ADD CONSTRAINT "evidence_upload_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "department_head_enterprise_id_user_id_index" ON "department_head" USING btree ("enterprise_id","user_id");
--> statement-breakpoint
CREATE INDEX "evaluation_enterprise_id_user_id_index" ON "evaluation" USING btree ("enterprise_id","user_id");
--> statement-breakpoint
CREATE INDEX "evaluation_assessment_enterprise_id_user_id_submitted_at_index" ON "evaluation_assessment" USING btree ("enterprise_id","user_id","submitted_at");
--> statement-breakpoint
CREATE INDEX "evidence_upload_enterprise_id_evaluation_id_index" ON "evidence_upload" USING btree ("enterprise_id","evaluation_id");
--> statement-breakpoint
CREATE INDEX "evidence_upload_enterprise_id_user_id_index" ON "evidence_upload" USING btree ("enterprise_id","user_id");
--> statement-breakpoint
CREATE INDEX "evidence_upload_unfinished" ON "evidence_upload" USING btree ("enterprise_id","expires_at") WHERE file_id is null;
