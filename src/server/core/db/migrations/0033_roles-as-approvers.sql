ALTER TABLE "approval_step" DROP CONSTRAINT "approval_step_approver_check";--> statement-breakpoint
ALTER TABLE "flow_step" DROP CONSTRAINT "flow_step_approver_check";--> statement-breakpoint
ALTER TABLE "approval_step" ADD CONSTRAINT "approval_step_approver_check" CHECK ("approval_step"."approver" in ('lecturer', 'member', 'administrator', 'head', 'headAbove', 'trainingManager', 'peopleManager', 'contentEditor', 'examiner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_step" VALIDATE CONSTRAINT "approval_step_approver_check";--> statement-breakpoint
ALTER TABLE "flow_step" ADD CONSTRAINT "flow_step_approver_check" CHECK ("flow_step"."approver" in ('lecturer', 'member', 'administrator', 'head', 'headAbove', 'trainingManager', 'peopleManager', 'contentEditor', 'examiner')) NOT VALID;--> statement-breakpoint
ALTER TABLE "flow_step" VALIDATE CONSTRAINT "flow_step_approver_check";
