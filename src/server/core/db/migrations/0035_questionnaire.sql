CREATE TABLE "questionnaire" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"title" text NOT NULL,
	"introduction" text,
	"anonymous" boolean NOT NULL,
	"pages" jsonb NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "questionnaire_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "questionnaire_enterprise_id_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "questionnaire_anonymous_key" UNIQUE("enterprise_id","id","anonymous")
);
--> statement-breakpoint
CREATE TABLE "questionnaire_completion" (
	"enterprise_id" uuid NOT NULL,
	"questionnaire_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"anonymous" boolean NOT NULL,
	"completed_on" date NOT NULL,
	"answers" jsonb,
	CONSTRAINT "questionnaire_completion_enterprise_id_questionnaire_id_user_id_pk" PRIMARY KEY("enterprise_id","questionnaire_id","user_id"),
	CONSTRAINT "questionnaire_completion_anonymous_check" CHECK ("questionnaire_completion"."anonymous" = ("questionnaire_completion"."answers" is null))
);
--> statement-breakpoint
CREATE TABLE "questionnaire_seen" (
	"enterprise_id" uuid NOT NULL,
	"questionnaire_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"answer_count" integer NOT NULL,
	CONSTRAINT "questionnaire_seen_enterprise_id_questionnaire_id_user_id_pk" PRIMARY KEY("enterprise_id","questionnaire_id","user_id"),
	CONSTRAINT "questionnaire_seen_answer_count_check" CHECK ("questionnaire_seen"."answer_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "questionnaire_sheet" (
	"enterprise_id" uuid NOT NULL,
	"questionnaire_id" uuid NOT NULL,
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"answers" jsonb NOT NULL,
	CONSTRAINT "questionnaire_sheet_enterprise_id_questionnaire_id_id_pk" PRIMARY KEY("enterprise_id","questionnaire_id","id")
);
--> statement-breakpoint
ALTER TABLE "questionnaire" ADD CONSTRAINT "questionnaire_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questionnaire_completion" ADD CONSTRAINT "questionnaire_completion_questionnaire_fk" FOREIGN KEY ("enterprise_id","questionnaire_id","anonymous") REFERENCES "public"."questionnaire"("enterprise_id","id","anonymous") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questionnaire_completion" ADD CONSTRAINT "questionnaire_completion_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questionnaire_seen" ADD CONSTRAINT "questionnaire_seen_questionnaire_fk" FOREIGN KEY ("enterprise_id","questionnaire_id") REFERENCES "public"."questionnaire"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questionnaire_seen" ADD CONSTRAINT "questionnaire_seen_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questionnaire_sheet" ADD CONSTRAINT "questionnaire_sheet_questionnaire_fk" FOREIGN KEY ("enterprise_id","questionnaire_id") REFERENCES "public"."questionnaire"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "questionnaire_enterprise_id_resource_id_index" ON "questionnaire" USING btree ("enterprise_id","resource_id");