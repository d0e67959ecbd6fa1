-- no transaction
-- Captions in several languages, questions in videos, HLS renditions, and rules of a course's player. Every statement may run
-- again. Row level security is not forced while rows are copied; run-migrations.ts forces it again.
CREATE TABLE IF NOT EXISTS "resource_caption" (
	"enterprise_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"lang" text NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "resource_caption_enterprise_id_resource_id_lang_pk" PRIMARY KEY("enterprise_id","resource_id","lang"),
	CONSTRAINT "resource_caption_lang_check" CHECK ("resource_caption"."lang" ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	CONSTRAINT "resource_caption_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id"),
	CONSTRAINT "resource_caption_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "resource_question" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"resource_id" uuid NOT NULL,
	"code" text NOT NULL,
	"at_second" integer NOT NULL,
	"kind" text NOT NULL,
	"stem" text NOT NULL,
	"options" jsonb NOT NULL,
	"right_keys" jsonb NOT NULL,
	"explanation" text,
	"required" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "resource_question_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "resource_question_enterprise_id_resource_id_code_unique" UNIQUE("enterprise_id","resource_id","code"),
	CONSTRAINT "resource_question_at_second_check" CHECK ("resource_question"."at_second" >= 0),
	CONSTRAINT "resource_question_kind_check" CHECK ("resource_question"."kind" in ('single', 'multiple', 'judge')),
	CONSTRAINT "resource_question_enterprise_id_resource_id_course_resource_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","resource_id") REFERENCES "public"."course_resource"("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "resource_answer" (
	"enterprise_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"chosen" jsonb NOT NULL,
	"is_right" boolean NOT NULL,
	"first_right" boolean NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "resource_answer_enterprise_id_question_id_user_id_pk" PRIMARY KEY("enterprise_id","question_id","user_id"),
	CONSTRAINT "resource_answer_attempts_check" CHECK ("resource_answer"."attempts" >= 1),
	CONSTRAINT "resource_answer_enterprise_id_question_id_resource_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."resource_question"("enterprise_id","id"),
	CONSTRAINT "resource_answer_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "file_rendition" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"folder" text,
	"heights" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"thumbnails" jsonb,
	"error" text,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ready_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_rendition_enterprise_id_file_id_pk" PRIMARY KEY("enterprise_id","file_id"),
	CONSTRAINT "file_rendition_status_check" CHECK ("file_rendition"."status" in ('pending', 'ready', 'failed')),
	CONSTRAINT "file_rendition_attempts_check" CHECK ("file_rendition"."attempts" >= 0),
	CONSTRAINT "file_rendition_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id")
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "resource_answer_enterprise_id_user_id_index" ON "resource_answer" USING btree ("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN IF NOT EXISTS "no_skipping" boolean DEFAULT false NOT NULL,
  ADD COLUMN IF NOT EXISTS "watermark" boolean DEFAULT false NOT NULL,
  ADD COLUMN IF NOT EXISTS "max_playback_rate" numeric(3, 2) DEFAULT '2' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" DROP CONSTRAINT IF EXISTS "course_max_playback_rate_check",
  ADD CONSTRAINT "course_max_playback_rate_check" CHECK ("course"."max_playback_rate" between 1 and 2) NOT VALID;--> statement-breakpoint
ALTER TABLE "study_refusal" DROP CONSTRAINT IF EXISTS "study_refusal_reason_check",
  ADD CONSTRAINT "study_refusal_reason_check" CHECK ("reason" in ('tooFast', 'takenOver', 'beyondDuration', 'skippedAhead', 'questionFirst', 'unpublished', 'purchaseFirst', 'registerFirst', 'registrationPending', 'registrationRejected')) NOT VALID;--> statement-breakpoint
ALTER TABLE "course" VALIDATE CONSTRAINT "course_max_playback_rate_check";--> statement-breakpoint
ALTER TABLE "study_refusal" VALIDATE CONSTRAINT "study_refusal_reason_check";--> statement-breakpoint
ALTER TABLE "course_resource" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "file" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "resource_caption" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The captions of a video were one file, in the language of the enterprise.
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'course_resource'::regclass AND attname = 'captions_file_id' AND NOT attisdropped) THEN
    INSERT INTO "resource_caption" ("enterprise_id", "resource_id", "lang", "file_id")
      SELECT r.enterprise_id, r.id, e.lang, r.captions_file_id
      FROM "course_resource" r JOIN "portal"."enterprise" e ON e.id = r.enterprise_id
      JOIN "file" f ON f.enterprise_id = r.enterprise_id AND f.id = r.captions_file_id
      ON CONFLICT DO NOTHING;
    ALTER TABLE "course_resource" DROP COLUMN "captions_file_id";
  END IF;
END $$;
