-- no transaction
-- Every statement may run again (docs/contributing.md).
CREATE TABLE IF NOT EXISTS "exam_regrade" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"exam_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"question_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"rule_before" jsonb NOT NULL,
	"rule_after" jsonb NOT NULL,
	"keep_passes" boolean NOT NULL,
	"reason" text NOT NULL,
	"created_by" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempt_count" integer NOT NULL,
	"done_until" uuid,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "exam_regrade_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "exam_regrade_enterprise_id_exam_id_number_unique" UNIQUE("enterprise_id","exam_id","number"),
	CONSTRAINT "exam_regrade_number_check" CHECK ("exam_regrade"."number" >= 1),
	CONSTRAINT "exam_regrade_version_check" CHECK ("exam_regrade"."version" >= 0),
	CONSTRAINT "exam_regrade_attempt_count_check" CHECK ("exam_regrade"."attempt_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "exam_regrade_attempt" (
	"enterprise_id" uuid NOT NULL,
	"regrade_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"mark_before" numeric(12, 2),
	"mark_after" numeric(12, 2),
	"score_before" numeric(12, 2) NOT NULL,
	"score_after" numeric(12, 2) NOT NULL,
	"passed_before" boolean,
	"passed_after" boolean,
	CONSTRAINT "exam_regrade_attempt_enterprise_id_regrade_id_attempt_id_pk" PRIMARY KEY("enterprise_id","regrade_id","attempt_id"),
	CONSTRAINT "exam_regrade_attempt_mark_before_check" CHECK ("exam_regrade_attempt"."mark_before" >= 0),
	CONSTRAINT "exam_regrade_attempt_mark_after_check" CHECK ("exam_regrade_attempt"."mark_after" >= 0),
	CONSTRAINT "exam_regrade_attempt_score_before_check" CHECK ("exam_regrade_attempt"."score_before" >= 0),
	CONSTRAINT "exam_regrade_attempt_score_after_check" CHECK ("exam_regrade_attempt"."score_after" >= 0)
);
--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "given_marks" jsonb;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "pass_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "revoked_with_pass" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exam_regrade" DROP CONSTRAINT IF EXISTS "exam_regrade_enterprise_id_exam_id_exam_enterprise_id_id_fk", ADD CONSTRAINT "exam_regrade_enterprise_id_exam_id_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","exam_id") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_regrade" DROP CONSTRAINT IF EXISTS "exam_regrade_enterprise_id_question_id_question_enterprise_id_id_fk", ADD CONSTRAINT "exam_regrade_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."question"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_regrade" DROP CONSTRAINT IF EXISTS "exam_regrade_created_by_member_fk", ADD CONSTRAINT "exam_regrade_created_by_member_fk" FOREIGN KEY ("enterprise_id","created_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_regrade_attempt" DROP CONSTRAINT IF EXISTS "exam_regrade_attempt_enterprise_id_regrade_id_exam_regrade_enterprise_id_id_fk", ADD CONSTRAINT "exam_regrade_attempt_enterprise_id_regrade_id_exam_regrade_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","regrade_id") REFERENCES "public"."exam_regrade"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_regrade_attempt" DROP CONSTRAINT IF EXISTS "exam_regrade_attempt_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "exam_regrade_attempt_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX IF NOT EXISTS "exam_regrade_one_running" ON "exam_regrade" USING btree ("enterprise_id","exam_id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "exam_regrade_attempt_enterprise_id_attempt_id_index" ON "exam_regrade_attempt" USING btree ("enterprise_id","attempt_id");--> statement-breakpoint
ALTER TABLE "user_certificate" DROP CONSTRAINT IF EXISTS "user_certificate_revoked_with_pass_check", ADD CONSTRAINT "user_certificate_revoked_with_pass_check" CHECK (not "user_certificate"."revoked_with_pass" or "user_certificate"."revoked_at" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "user_certificate" VALIDATE CONSTRAINT "user_certificate_revoked_with_pass_check";