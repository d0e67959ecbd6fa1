-- no transaction
ALTER TABLE "approval_step" DROP CONSTRAINT IF EXISTS "approval_step_flow_type_check";
--> statement-breakpoint
ALTER TABLE "flow_instance" DROP CONSTRAINT IF EXISTS "flow_instance_flow_type_check";
--> statement-breakpoint
ALTER TABLE "approval_step" ADD CONSTRAINT "approval_step_flow_type_check" CHECK ("approval_step"."flow_type" in ('order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'appeal', 'memberErasure')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "approval_step" VALIDATE CONSTRAINT "approval_step_flow_type_check";
--> statement-breakpoint
ALTER TABLE "flow_instance" ADD CONSTRAINT "flow_instance_flow_type_check" CHECK ("flow_instance"."flow_type" in ('order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'appeal', 'memberErasure')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "flow_instance" VALIDATE CONSTRAINT "flow_instance_flow_type_check";
