-- no transaction
-- Approval in several steps, and certificates that are issued, revoked and renewed by hand (docs/decisions/037). Every statement
-- may run again. Row level security is not forced while constraints are validated; run-migrations.ts forces it again.
ALTER TABLE "flow_instance" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "user_certificate" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "enterprise_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "approval_step" (
	"enterprise_id" uuid NOT NULL,
	"flow_type" text NOT NULL,
	"step" integer NOT NULL,
	"approver" text NOT NULL,
	"user_id" uuid,
	CONSTRAINT "approval_step_enterprise_id_flow_type_step_pk" PRIMARY KEY("enterprise_id","flow_type","step"),
	CONSTRAINT "approval_step_flow_type_check" CHECK ("approval_step"."flow_type" in ('order', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew')),
	CONSTRAINT "approval_step_approver_check" CHECK ("approval_step"."approver" in ('lecturer', 'member', 'administrator')),
	CONSTRAINT "approval_step_step_check" CHECK ("approval_step"."step" between 1 and 5),
	CONSTRAINT "approval_step_member_check" CHECK (("approval_step"."approver" = 'member') = ("approval_step"."user_id" is not null))
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "flow_step" (
	"enterprise_id" uuid NOT NULL,
	"instance_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"approver" text NOT NULL,
	"approver_id" uuid,
	"outcome" text,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "flow_step_enterprise_id_instance_id_step_pk" PRIMARY KEY("enterprise_id","instance_id","step"),
	CONSTRAINT "flow_step_approver_check" CHECK ("flow_step"."approver" in ('lecturer', 'member', 'administrator')),
	CONSTRAINT "flow_step_outcome_check" CHECK ("flow_step"."outcome" in ('approved', 'rejected')),
	CONSTRAINT "flow_step_step_check" CHECK ("flow_step"."step" between 1 and 5),
	CONSTRAINT "flow_step_decided_check" CHECK (("flow_step"."outcome" is null) = ("flow_step"."decided_by" is null) and ("flow_step"."outcome" is null) = ("flow_step"."decided_at" is null))
);--> statement-breakpoint
ALTER TABLE "approval_step"
  DROP CONSTRAINT IF EXISTS "approval_step_user_id_member_fk",
  ADD CONSTRAINT "approval_step_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "enterprise_user"("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "flow_step"
  DROP CONSTRAINT IF EXISTS "flow_step_enterprise_id_instance_id_flow_instance_enterprise_id_id_fk",
  DROP CONSTRAINT IF EXISTS "flow_step_approver_id_member_fk",
  DROP CONSTRAINT IF EXISTS "flow_step_decided_by_member_fk",
  ADD CONSTRAINT "flow_step_enterprise_id_instance_id_flow_instance_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","instance_id") REFERENCES "flow_instance"("enterprise_id","id"),
  ADD CONSTRAINT "flow_step_approver_id_member_fk" FOREIGN KEY ("enterprise_id","approver_id") REFERENCES "enterprise_user"("enterprise_id","user_id"),
  ADD CONSTRAINT "flow_step_decided_by_member_fk" FOREIGN KEY ("enterprise_id","decided_by") REFERENCES "enterprise_user"("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "flow_instance"
  ADD COLUMN IF NOT EXISTS "concerns_id" uuid,
  ADD COLUMN IF NOT EXISTS "step" integer DEFAULT 1 NOT NULL,
  ADD COLUMN IF NOT EXISTS "step_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "flow_instance"
  DROP CONSTRAINT IF EXISTS "flow_instance_concerns_id_member_fk",
  DROP CONSTRAINT IF EXISTS "flow_instance_step_count_check",
  DROP CONSTRAINT IF EXISTS "flow_instance_step_check",
  DROP CONSTRAINT IF EXISTS "flow_instance_flow_type_check",
  ADD CONSTRAINT "flow_instance_concerns_id_member_fk" FOREIGN KEY ("enterprise_id","concerns_id") REFERENCES "enterprise_user"("enterprise_id","user_id") NOT VALID,
  ADD CONSTRAINT "flow_instance_step_count_check" CHECK ("flow_instance"."step_count" between 0 and 5) NOT VALID,
  ADD CONSTRAINT "flow_instance_step_check" CHECK ("flow_instance"."step" between 1 and greatest("flow_instance"."step_count", 1)) NOT VALID,
  ADD CONSTRAINT "flow_instance_flow_type_check" CHECK ("flow_instance"."flow_type" in ('order', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew')) NOT VALID;--> statement-breakpoint
ALTER TABLE "user_certificate"
  ADD COLUMN IF NOT EXISTS "revoked_at" timestamp (3) with time zone,
  ADD COLUMN IF NOT EXISTS "revoke_reason" text,
  ADD COLUMN IF NOT EXISTS "unseen_change" text;--> statement-breakpoint
ALTER TABLE "user_certificate"
  DROP CONSTRAINT IF EXISTS "user_certificate_unseen_change_check",
  DROP CONSTRAINT IF EXISTS "user_certificate_revoked_check",
  ADD CONSTRAINT "user_certificate_unseen_change_check" CHECK ("user_certificate"."unseen_change" in ('issued', 'revoked', 'renewed')) NOT VALID,
  ADD CONSTRAINT "user_certificate_revoked_check" CHECK (("user_certificate"."revoked_at" is null) = ("user_certificate"."revoke_reason" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "flow_instance" VALIDATE CONSTRAINT "flow_instance_concerns_id_member_fk", VALIDATE CONSTRAINT "flow_instance_step_count_check", VALIDATE CONSTRAINT "flow_instance_step_check", VALIDATE CONSTRAINT "flow_instance_flow_type_check";--> statement-breakpoint
ALTER TABLE "user_certificate" VALIDATE CONSTRAINT "user_certificate_unseen_change_check", VALIDATE CONSTRAINT "user_certificate_revoked_check";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "flow_step_enterprise_id_decided_by_instance_id_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "flow_step_enterprise_id_decided_by_instance_id_index" ON "flow_step" USING btree ("enterprise_id","decided_by","instance_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_admins";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_admins" ON "enterprise_user" USING btree ("enterprise_id","user_id") WHERE "is_admin";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_certificate_newest";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_certificate_newest" ON "user_certificate" USING btree ("enterprise_id","issued_at","id");
