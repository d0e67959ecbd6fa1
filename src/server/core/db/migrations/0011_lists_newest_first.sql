DROP INDEX "announcement_enterprise_id_published_at_id_index";--> statement-breakpoint
DROP INDEX "comment_enterprise_id_subject_type_subject_id_parent_id_gmt_create_id_index";--> statement-breakpoint
DROP INDEX "reaction_enterprise_id_user_id_bookmarked_at_index";--> statement-breakpoint
DROP INDEX "course_enterprise_id_status_course_type_published_at_id_index";--> statement-breakpoint
DROP INDEX "project_enterprise_id_status_published_at_id_index";--> statement-breakpoint
DROP INDEX "exam_attempt_enterprise_id_user_id_started_at_index";--> statement-breakpoint
DROP INDEX "export_record_enterprise_id_user_id_gmt_create_id_index";--> statement-breakpoint
DROP INDEX "flow_instance_enterprise_id_applicant_id_gmt_create_id_index";--> statement-breakpoint
DROP INDEX "flow_instance_enterprise_id_decided_by_decided_at_id_index";--> statement-breakpoint
DROP INDEX "flow_instance_pending";--> statement-breakpoint
DROP INDEX "teaching_record_enterprise_id_lecturer_id_taught_at_id_index";--> statement-breakpoint
DROP INDEX "course_order_enterprise_id_buyer_id_gmt_create_id_index";--> statement-breakpoint
DROP INDEX "ledger_entry_enterprise_id_user_id_kind_gmt_create_id_index";--> statement-breakpoint
DROP INDEX "course_progress_enterprise_id_user_id_gmt_modified_index";--> statement-breakpoint
DROP INDEX "study_refusal_enterprise_id_user_id_gmt_create_index";--> statement-breakpoint
CREATE INDEX "announcement_published" ON "announcement" USING btree ("enterprise_id","published_at","id") WHERE published;--> statement-breakpoint
CREATE INDEX "comment_enterprise_id_subject_type_subject_id_parent_id_gmt_create_id_index" ON "comment" USING btree ("enterprise_id","subject_type","subject_id","parent_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX "reaction_enterprise_id_user_id_bookmarked_at_index" ON "reaction" USING btree ("enterprise_id","user_id","bookmarked_at");--> statement-breakpoint
CREATE INDEX "course_enterprise_id_status_course_type_published_at_id_index" ON "course" USING btree ("enterprise_id","status","course_type","published_at","id");--> statement-breakpoint
CREATE INDEX "project_enterprise_id_status_published_at_id_index" ON "project" USING btree ("enterprise_id","status","published_at","id");--> statement-breakpoint
CREATE INDEX "exam_attempt_enterprise_id_user_id_started_at_index" ON "exam_attempt" USING btree ("enterprise_id","user_id","started_at");--> statement-breakpoint
CREATE INDEX "export_record_enterprise_id_user_id_gmt_create_id_index" ON "export_record" USING btree ("enterprise_id","user_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX "flow_instance_enterprise_id_applicant_id_gmt_create_id_index" ON "flow_instance" USING btree ("enterprise_id","applicant_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX "flow_instance_enterprise_id_decided_by_decided_at_id_index" ON "flow_instance" USING btree ("enterprise_id","decided_by","decided_at","id");--> statement-breakpoint
CREATE INDEX "flow_instance_pending" ON "flow_instance" USING btree ("enterprise_id","gmt_create","id") WHERE "flow_instance"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "teaching_record_enterprise_id_lecturer_id_taught_at_id_index" ON "teaching_record" USING btree ("enterprise_id","lecturer_id","taught_at","id");--> statement-breakpoint
CREATE INDEX "course_order_enterprise_id_buyer_id_gmt_create_id_index" ON "course_order" USING btree ("enterprise_id","buyer_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX "ledger_entry_enterprise_id_user_id_kind_gmt_create_id_index" ON "ledger_entry" USING btree ("enterprise_id","user_id","kind","gmt_create","id");--> statement-breakpoint
CREATE INDEX "course_progress_enterprise_id_user_id_gmt_modified_index" ON "course_progress" USING btree ("enterprise_id","user_id","gmt_modified");--> statement-breakpoint
CREATE INDEX "study_refusal_enterprise_id_user_id_gmt_create_index" ON "study_refusal" USING btree ("enterprise_id","user_id","gmt_create");