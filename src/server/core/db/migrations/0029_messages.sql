CREATE TABLE "approval_chain" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"flow_type" text NOT NULL,
	"revision" integer NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approval_chain_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "approval_chain_enterprise_id_flow_type_unique" UNIQUE("enterprise_id","flow_type"),
	CONSTRAINT "approval_chain_flow_type_check" CHECK ("approval_chain"."flow_type" in ('order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'appeal', 'memberErasure')),
	CONSTRAINT "approval_chain_revision_check" CHECK ("approval_chain"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "message_template" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"texts" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_template_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "message_template_enterprise_id_kind_unique" UNIQUE("enterprise_id","kind"),
	CONSTRAINT "message_template_revision_check" CHECK ("message_template"."revision" >= 1)
);
--> statement-breakpoint
ALTER TABLE "approval_step" DROP CONSTRAINT "approval_step_approver_check";--> statement-breakpoint
ALTER TABLE "flow_step" DROP CONSTRAINT "flow_step_approver_check";--> statement-breakpoint
ALTER TABLE "approval_step" ADD CONSTRAINT "approval_step_approver_check" CHECK ("approval_step"."approver" in ('lecturer', 'member', 'administrator', 'head', 'headAbove')) NOT VALID;--> statement-breakpoint
ALTER TABLE "approval_step" VALIDATE CONSTRAINT "approval_step_approver_check";--> statement-breakpoint
ALTER TABLE "flow_step" ADD CONSTRAINT "flow_step_approver_check" CHECK ("flow_step"."approver" in ('lecturer', 'member', 'administrator', 'head', 'headAbove')) NOT VALID;--> statement-breakpoint
ALTER TABLE "flow_step" VALIDATE CONSTRAINT "flow_step_approver_check";
