-- no transaction
CREATE TABLE IF NOT EXISTS "exam_choice" (
	"enterprise_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"epoch" integer NOT NULL,
	"revision" integer NOT NULL,
	"choices" jsonb NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exam_choice_enterprise_id_attempt_id_pk" PRIMARY KEY("enterprise_id","attempt_id"),
	CONSTRAINT "exam_choice_epoch_check" CHECK ("exam_choice"."epoch" >= 1),
	CONSTRAINT "exam_choice_revision_check" CHECK ("exam_choice"."revision" >= 1)
);
--> statement-breakpoint
ALTER TABLE "exam_answer" ADD COLUMN IF NOT EXISTS "lang" text;--> statement-breakpoint
ALTER TABLE "exam_choice" DROP CONSTRAINT IF EXISTS "exam_choice_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk", ADD CONSTRAINT "exam_choice_enterprise_id_attempt_id_exam_attempt_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","attempt_id") REFERENCES "public"."exam_attempt"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exam_answer" DROP CONSTRAINT IF EXISTS "exam_answer_lang_check", ADD CONSTRAINT "exam_answer_lang_check" CHECK ("lang" in ('zh', 'en')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam_answer" VALIDATE CONSTRAINT "exam_answer_lang_check";