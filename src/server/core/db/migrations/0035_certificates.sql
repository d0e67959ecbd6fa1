-- no transaction
CREATE TABLE IF NOT EXISTS "certificate_choice" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"holder_name" text NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "certificate_choice_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "certificate_choice_holder_name_check" CHECK ("certificate_choice"."holder_name" in ('masked', 'full', 'hidden'))
);
--> statement-breakpoint
ALTER TABLE "approval_chain" DROP CONSTRAINT IF EXISTS "approval_chain_flow_type_check";
--> statement-breakpoint
ALTER TABLE "approval_step" DROP CONSTRAINT IF EXISTS "approval_step_flow_type_check";
--> statement-breakpoint
ALTER TABLE "flow_instance" DROP CONSTRAINT IF EXISTS "flow_instance_flow_type_check";
--> statement-breakpoint
ALTER TABLE "user_certificate" DROP CONSTRAINT IF EXISTS "user_certificate_unseen_change_check";
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "certificate_name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "issuer" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "enterprise_name" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD COLUMN IF NOT EXISTS "replaces_id" uuid;
--> statement-breakpoint
ALTER TABLE "certificate_choice" DROP CONSTRAINT IF EXISTS "certificate_choice_user_id_member_fk";
--> statement-breakpoint
ALTER TABLE "certificate_choice" ADD CONSTRAINT "certificate_choice_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "certificate_choice" VALIDATE CONSTRAINT "certificate_choice_user_id_member_fk";
--> statement-breakpoint
ALTER TABLE "user_certificate" DROP CONSTRAINT IF EXISTS "user_certificate_replaces_fk";
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD CONSTRAINT "user_certificate_replaces_fk" FOREIGN KEY ("enterprise_id","replaces_id") REFERENCES "public"."user_certificate"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "user_certificate" VALIDATE CONSTRAINT "user_certificate_replaces_fk";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_certificate_expiring";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "user_certificate_expiring" ON "user_certificate" USING btree ("enterprise_id","expires_at","id") WHERE "user_certificate"."revoked_at" is null and "user_certificate"."expires_at" is not null;
--> statement-breakpoint
ALTER TABLE "user_certificate" DROP CONSTRAINT IF EXISTS "user_certificate_replaces_unique";
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "user_certificate_replaces_unique";
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "user_certificate_replaces_unique" ON "user_certificate" USING btree ("enterprise_id","replaces_id");
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD CONSTRAINT "user_certificate_replaces_unique" UNIQUE USING INDEX "user_certificate_replaces_unique";
--> statement-breakpoint
ALTER TABLE "approval_chain" ADD CONSTRAINT "approval_chain_flow_type_check" CHECK ("approval_chain"."flow_type" in ('order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'certificateCorrect', 'appeal', 'memberErasure')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "approval_chain" VALIDATE CONSTRAINT "approval_chain_flow_type_check";
--> statement-breakpoint
ALTER TABLE "approval_step" ADD CONSTRAINT "approval_step_flow_type_check" CHECK ("approval_step"."flow_type" in ('order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'certificateCorrect', 'appeal', 'memberErasure')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "approval_step" VALIDATE CONSTRAINT "approval_step_flow_type_check";
--> statement-breakpoint
ALTER TABLE "flow_instance" ADD CONSTRAINT "flow_instance_flow_type_check" CHECK ("flow_instance"."flow_type" in ('order', 'purchase', 'courseRegistration', 'projectRegistration', 'practicalOperation', 'nameChange', 'certificateIssue', 'certificateRevoke', 'certificateRenew', 'certificateCorrect', 'appeal', 'memberErasure')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "flow_instance" VALIDATE CONSTRAINT "flow_instance_flow_type_check";
--> statement-breakpoint
ALTER TABLE "user_certificate" ADD CONSTRAINT "user_certificate_unseen_change_check" CHECK ("user_certificate"."unseen_change" in ('issued', 'revoked', 'renewed', 'corrected')) NOT VALID;
--> statement-breakpoint
ALTER TABLE "user_certificate" VALIDATE CONSTRAINT "user_certificate_unseen_change_check";
--> statement-breakpoint
-- What was issued keeps what its kind says today. By batches, with a commit each; lifted from the owner, who would see no rows.
ALTER TABLE "user_certificate" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "certificate" NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DO $$ DECLARE filled integer; BEGIN
  LOOP
    UPDATE user_certificate h SET certificate_name = k.certificate_name, issuer = k.issuer, enterprise_name = e.name
    FROM certificate k, portal.enterprise e
    WHERE k.enterprise_id = h.enterprise_id AND k.id = h.certificate_id AND e.id = h.enterprise_id
      AND h.ctid = ANY (ARRAY(SELECT ctid FROM user_certificate WHERE certificate_name = '' LIMIT 5000));
    GET DIAGNOSTICS filled = ROW_COUNT;
    EXIT WHEN filled = 0;
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
ALTER TABLE "user_certificate" FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "certificate" FORCE ROW LEVEL SECURITY;
