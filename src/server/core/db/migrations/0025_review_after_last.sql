-- no transaction
ALTER TABLE "exam"
  DROP CONSTRAINT IF EXISTS "exam_review_policy_check",
  ADD CONSTRAINT "exam_review_policy_check" CHECK ("exam"."review_policy" in ('immediately', 'after_last', 'after_window', 'never')) NOT VALID;--> statement-breakpoint
ALTER TABLE "exam" VALIDATE CONSTRAINT "exam_review_policy_check";
