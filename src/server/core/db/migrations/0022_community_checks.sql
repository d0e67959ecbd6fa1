-- no transaction
ALTER TABLE "comment" VALIDATE CONSTRAINT "comment_subject_type_check";
--> statement-breakpoint
ALTER TABLE "reaction" VALIDATE CONSTRAINT "reaction_subject_type_check";
--> statement-breakpoint
ALTER TABLE "subject_total" VALIDATE CONSTRAINT "subject_total_subject_type_check";
--> statement-breakpoint
ALTER TABLE "search_dirty" VALIDATE CONSTRAINT "search_dirty_subject_type_check";
--> statement-breakpoint
ALTER TABLE "search_document" VALIDATE CONSTRAINT "search_document_subject_type_check";
