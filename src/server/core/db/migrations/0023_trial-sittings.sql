-- no transaction
ALTER TABLE "exam_attempt" ADD COLUMN IF NOT EXISTS "trial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "question" ADD COLUMN IF NOT EXISTS "distinct_from" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "exam" ADD COLUMN IF NOT EXISTS "trial_of" uuid;--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_enterprise_id_trial_of_exam_enterprise_id_id_fk";--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_enterprise_id_trial_of_exam_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","trial_of") REFERENCES "public"."exam"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_enterprise_id_trial_of_exam_enterprise_id_id_fk";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_enterprise_id_trial_of_unique";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "exam_enterprise_id_trial_of_unique";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "exam_enterprise_id_trial_of_unique" ON "exam" ("enterprise_id","trial_of");--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_enterprise_id_trial_of_unique" UNIQUE USING INDEX "exam_enterprise_id_trial_of_unique";--> statement-breakpoint
ALTER TABLE "exam" DROP CONSTRAINT IF EXISTS "exam_trial_check";--> statement-breakpoint
ALTER TABLE "exam" ADD CONSTRAINT "exam_trial_check" CHECK ("exam"."trial_of" is null or not "exam"."published" and not "exam"."practice") NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_trial_check";
