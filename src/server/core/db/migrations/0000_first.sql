CREATE SCHEMA "portal";
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"detail" jsonb,
	"address" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "audit_log_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "enterprise_user" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"user_name" text NOT NULL,
	"user_type" integer DEFAULT 1 NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"sex" integer DEFAULT 1 NOT NULL,
	"head_portrait_file_id" uuid,
	"department" text,
	"post" text,
	"status" text DEFAULT 'active' NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enterprise_user_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "portal"."user_account" (
	"id" uuid PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_account_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "portal"."user_session" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"enterprise_id" uuid,
	"user_agent" text,
	"address" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "announcement" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"body" text NOT NULL,
	"cover_file_id" uuid,
	"author" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcement_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "announcement_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "announcement_user_record" (
	"enterprise_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"read_at" timestamp (3) with time zone,
	"admired_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "announcement_user_record_enterprise_id_announcement_id_user_id_pk" PRIMARY KEY("enterprise_id","announcement_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "course" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"description" text,
	"cover_file_id" uuid,
	"course_type" integer DEFAULT 1 NOT NULL,
	"category_id" uuid,
	"lecturer_id" uuid,
	"class_hours" numeric(12, 2) DEFAULT '0' NOT NULL,
	"hour_kind" text DEFAULT 'other' NOT NULL,
	"credits" numeric(12, 2) DEFAULT '0' NOT NULL,
	"points" numeric(12, 2) DEFAULT '0' NOT NULL,
	"completion_threshold" integer DEFAULT 90 NOT NULL,
	"status" text DEFAULT 'published' NOT NULL,
	"registration_required" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "course_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "course_registration" (
	"enterprise_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_registration_enterprise_id_course_id_user_id_pk" PRIMARY KEY("enterprise_id","course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "course_resource" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"course_id" uuid NOT NULL,
	"code" text NOT NULL,
	"parent_id" uuid,
	"sub_resource_name" text NOT NULL,
	"content_type" integer NOT NULL,
	"resource_type" integer,
	"file_id" uuid,
	"captions_file_id" uuid,
	"exam_id" uuid,
	"total_duration" integer DEFAULT 0 NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "course_resource_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "course_resource_enterprise_id_course_id_code_unique" UNIQUE("enterprise_id","course_id","code")
);
--> statement-breakpoint
CREATE TABLE "certificate" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"certificate_name" text NOT NULL,
	"issuer" text NOT NULL,
	"valid_months" integer,
	CONSTRAINT "certificate_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "certificate_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "exam" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"intro" text,
	"course_id" uuid,
	"limit_seconds" integer NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"window_end" timestamp (3) with time zone NOT NULL,
	"pass_score" numeric(12, 2) NOT NULL,
	"max_attempts" integer DEFAULT 1 NOT NULL,
	"shuffle_questions" boolean DEFAULT false NOT NULL,
	"shuffle_options" boolean DEFAULT false NOT NULL,
	"review_policy" text NOT NULL,
	"switch_policy" text DEFAULT 'none' NOT NULL,
	"switch_limit" integer DEFAULT 0 NOT NULL,
	"credits" numeric(12, 2) DEFAULT '0' NOT NULL,
	"points" numeric(12, 2) DEFAULT '0' NOT NULL,
	"certificate_id" uuid,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "exam_allowance" (
	"enterprise_id" uuid NOT NULL,
	"exam_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"extra_seconds" integer DEFAULT 0 NOT NULL,
	"extra_attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_allowance_enterprise_id_exam_id_user_id_pk" PRIMARY KEY("enterprise_id","exam_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "exam_answer" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"revision" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"marked" boolean DEFAULT false NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_answer_enterprise_id_attempt_id_question_id_pk" PRIMARY KEY("enterprise_id","attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "exam_attempt" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"writer_epoch" integer DEFAULT 1 NOT NULL,
	"paper" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"deadline_at" timestamp (3) with time zone NOT NULL,
	"submitted_at" timestamp (3) with time zone,
	"closed_by" text,
	"submitted_answers" jsonb,
	"answer_count" integer,
	"receipt" text,
	"total_score" numeric(12, 2) NOT NULL,
	"objective_score" numeric(12, 2),
	"subjective_score" numeric(12, 2),
	"marks" jsonb,
	"passed" boolean,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_attempt_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_attempt_enterprise_id_exam_id_user_id_number_unique" UNIQUE("enterprise_id","exam_id","user_id","number")
);
--> statement-breakpoint
CREATE TABLE "exam_late_answer" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"revision" integer NOT NULL,
	"answer" jsonb NOT NULL,
	"reason" text NOT NULL,
	"arrived_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_late_answer_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_late_answer_enterprise_id_attempt_id_question_id_epoch_revision_unique" UNIQUE("enterprise_id","attempt_id","question_id","epoch","revision")
);
--> statement-breakpoint
CREATE TABLE "exam_section" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	"title" text NOT NULL,
	"bank_id" uuid NOT NULL,
	"type" text NOT NULL,
	"count" integer NOT NULL,
	"score_each" numeric(12, 2) NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "exam_section_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_section_enterprise_id_exam_id_sort_unique" UNIQUE("enterprise_id","exam_id","sort")
);
--> statement-breakpoint
CREATE TABLE "exam_switch" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"attempt_id" uuid NOT NULL,
	"client_key" uuid NOT NULL,
	"left_at" timestamp (3) with time zone NOT NULL,
	"dwell_seconds" integer,
	CONSTRAINT "exam_switch_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_switch_enterprise_id_attempt_id_client_key_unique" UNIQUE("enterprise_id","attempt_id","client_key")
);
--> statement-breakpoint
CREATE TABLE "question" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"bank_id" uuid NOT NULL,
	"code" text NOT NULL,
	"type" text NOT NULL,
	"difficulty" integer DEFAULT 1 NOT NULL,
	"stem" text NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"analysis" text,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "question_enterprise_id_bank_id_code_unique" UNIQUE("enterprise_id","bank_id","code")
);
--> statement-breakpoint
CREATE TABLE "question_bank" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_bank_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "question_bank_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "file" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"store_key" text NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"visibility" text NOT NULL,
	"duration" integer,
	"width" integer,
	"height" integer,
	"uploaded_by" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "file_enterprise_id_sha256_visibility_file_name_unique" UNIQUE("enterprise_id","sha256","visibility","file_name")
);
--> statement-breakpoint
CREATE TABLE "lecturer" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid,
	"lecturer_name" text NOT NULL,
	"lecturer_level" text NOT NULL,
	"title" text,
	"intro" text,
	"photo_file_id" uuid,
	"annual_teaching_hours" numeric(12, 2) DEFAULT '0' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lecturer_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "lecturer_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "ledger_entry" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hour_kind" text,
	"amount" numeric(12, 2) NOT NULL,
	"source" text NOT NULL,
	"title" text NOT NULL,
	"reversal_of" uuid,
	"year" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_entry_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "ledger_entry_enterprise_id_user_id_source_unique" UNIQUE("enterprise_id","user_id","source")
);
--> statement-breakpoint
CREATE TABLE "ledger_total" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"hour_kind" text DEFAULT '' NOT NULL,
	"year" integer NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	CONSTRAINT "ledger_total_enterprise_id_user_id_kind_hour_kind_year_pk" PRIMARY KEY("enterprise_id","user_id","kind","hour_kind","year")
);
--> statement-breakpoint
CREATE TABLE "user_certificate" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"certificate_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"certificate_no" text NOT NULL,
	"issue_way" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"source" text NOT NULL,
	CONSTRAINT "user_certificate_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "user_certificate_enterprise_id_user_id_source_unique" UNIQUE("enterprise_id","user_id","source"),
	CONSTRAINT "user_certificate_enterprise_id_certificate_no_unique" UNIQUE("enterprise_id","certificate_no")
);
--> statement-breakpoint
CREATE TABLE "article" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"body" jsonb NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "article_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "banner" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"subtitle" jsonb,
	"picture_file_id" uuid,
	"link_url" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "banner_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "banner_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "category" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"name" jsonb NOT NULL,
	"parent_id" uuid,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "category_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "category_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "portal"."enterprise" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"lang" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enterprise_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "nav_item" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"nav_url" text NOT NULL,
	"nav_menu_type" integer NOT NULL,
	"target" text DEFAULT '_self' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "nav_item_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "nav_item_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "website" (
	"enterprise_id" uuid PRIMARY KEY NOT NULL,
	"website_title" jsonb NOT NULL,
	"slogan" jsonb,
	"description" jsonb,
	"footer" jsonb,
	"website_ico_file_id" uuid,
	"logo_file_id" uuid,
	"brand_color" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "course_progress" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"study_progress" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'learning' NOT NULL,
	"last_resource_id" uuid,
	"study_seconds" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_progress_enterprise_id_user_id_course_id_pk" PRIMARY KEY("enterprise_id","user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "resource_progress" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"watched" "int4multirange" DEFAULT '{}' NOT NULL,
	"watched_seconds" integer DEFAULT 0 NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"playback_rate" numeric(3, 2) DEFAULT '1' NOT NULL,
	"captions_on" boolean DEFAULT false NOT NULL,
	"study_progress" integer DEFAULT 0 NOT NULL,
	"study_seconds" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_progress_enterprise_id_user_id_resource_id_pk" PRIMARY KEY("enterprise_id","user_id","resource_id")
);
--> statement-breakpoint
CREATE TABLE "study_clock" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"player_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_report_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "study_clock_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "study_refusal" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"claimed_seconds" integer NOT NULL,
	"accepted_seconds" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_refusal_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "study_task" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"task_type" integer DEFAULT 1 NOT NULL,
	"start_at" timestamp (3) with time zone NOT NULL,
	"end_at" timestamp (3) with time zone NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_task_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "study_task_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "study_task_item" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"task_id" uuid NOT NULL,
	"course_id" uuid,
	"exam_id" uuid,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "study_task_item_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "study_task_item_enterprise_id_task_id_course_id_exam_id_unique" UNIQUE NULLS NOT DISTINCT("enterprise_id","task_id","course_id","exam_id")
);
--> statement-breakpoint
CREATE TABLE "study_task_user" (
	"enterprise_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"study_progress" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "study_task_user_enterprise_id_task_id_user_id_pk" PRIMARY KEY("enterprise_id","task_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD CONSTRAINT "user_session_user_id_user_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "portal"."user_account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "portal"."user_session" ADD CONSTRAINT "user_session_enterprise_id_enterprise_id_fk" FOREIGN KEY ("enterprise_id") REFERENCES "portal"."enterprise"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_user_record" ADD CONSTRAINT "announcement_user_record_enterprise_id_announcement_id_announcement_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","announcement_id") REFERENCES "public"."announcement"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_enterprise_id_category_id_category_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","category_id") REFERENCES "public"."category"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course" ADD CONSTRAINT "course_enterprise_id_lecturer_id_lecturer_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","lecturer_id") REFERENCES "public"."lecturer"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_registration" ADD CONSTRAINT "course_registration_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_enterprise_id_parent_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","parent_id") REFERENCES "public"."course_resource"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_resource" ADD CONSTRAINT "course_resource_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_enterprise_id_certificate_id_certificate_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","certificate_id") REFERENCES "public"."certificate"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_allowance" ADD CONSTRAINT "exam_allowance_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_answer" ADD CONSTRAINT "exam_answer_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD CONSTRAINT "exam_attempt_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_late_answer" ADD CONSTRAINT "exam_late_answer_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_section" ADD CONSTRAINT "exam_section_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_section" ADD CONSTRAINT "exam_section_enterprise_id_bank_id_question_bank_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","bank_id") REFERENCES "public"."question_bank"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_switch" ADD CONSTRAINT "exam_switch_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_enterprise_id_bank_id_question_bank_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","bank_id") REFERENCES "public"."question_bank"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entry" ADD CONSTRAINT "ledger_entry_enterprise_id_reversal_of_ledger_entry_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","reversal_of") REFERENCES "public"."ledger_entry"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_certificate" ADD CONSTRAINT "user_certificate_enterprise_id_certificate_id_certificate_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","certificate_id") REFERENCES "public"."certificate"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_enterprise_id_parent_id_category_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","parent_id") REFERENCES "public"."category"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_progress" ADD CONSTRAINT "course_progress_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "resource_progress" ADD CONSTRAINT "resource_progress_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_task_item" ADD CONSTRAINT "study_task_item_enterprise_id_task_id_study_task_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "public"."study_task"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "study_task_user" ADD CONSTRAINT "study_task_user_enterprise_id_task_id_study_task_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","task_id") REFERENCES "public"."study_task"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_enterprise_id_gmt_create_index" ON "audit_log" USING btree ("enterprise_id","gmt_create");--> statement-breakpoint
CREATE INDEX "user_session_user_id_index" ON "portal"."user_session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_session_expires_at_index" ON "portal"."user_session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "announcement_enterprise_id_published_at_id_index" ON "announcement" USING btree ("enterprise_id","published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "announcement_user_record_enterprise_id_user_id_index" ON "announcement_user_record" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "course_enterprise_id_status_course_type_published_at_id_index" ON "course" USING btree ("enterprise_id","status","course_type","published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "course_resource_enterprise_id_course_id_sort_index" ON "course_resource" USING btree ("enterprise_id","course_id","sort");--> statement-breakpoint
CREATE INDEX "exam_attempt_enterprise_id_user_id_started_at_index" ON "exam_attempt" USING btree ("enterprise_id","user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "exam_attempt_enterprise_id_status_deadline_at_index" ON "exam_attempt" USING btree ("enterprise_id","status","deadline_at");--> statement-breakpoint
CREATE INDEX "question_enterprise_id_bank_id_type_index" ON "question" USING btree ("enterprise_id","bank_id","type");--> statement-breakpoint
CREATE INDEX "ledger_entry_enterprise_id_user_id_kind_gmt_create_id_index" ON "ledger_entry" USING btree ("enterprise_id","user_id","kind","gmt_create" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "category_enterprise_id_parent_id_index" ON "category" USING btree ("enterprise_id","parent_id");--> statement-breakpoint
CREATE INDEX "course_progress_enterprise_id_user_id_gmt_modified_index" ON "course_progress" USING btree ("enterprise_id","user_id","gmt_modified" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "resource_progress_enterprise_id_user_id_course_id_index" ON "resource_progress" USING btree ("enterprise_id","user_id","course_id");--> statement-breakpoint
CREATE INDEX "study_refusal_enterprise_id_user_id_gmt_create_index" ON "study_refusal" USING btree ("enterprise_id","user_id","gmt_create" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "study_task_item_enterprise_id_course_id_index" ON "study_task_item" USING btree ("enterprise_id","course_id");--> statement-breakpoint
CREATE INDEX "study_task_item_enterprise_id_exam_id_index" ON "study_task_item" USING btree ("enterprise_id","exam_id");--> statement-breakpoint
CREATE INDEX "study_task_user_enterprise_id_user_id_index" ON "study_task_user" USING btree ("enterprise_id","user_id");