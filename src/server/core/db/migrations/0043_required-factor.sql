-- It returns the factor of the session, too: applied again from the rules of the domain.
DROP FUNCTION IF EXISTS portal.find_viewers(uuid, bytea[], bytea[], integer);--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN "factor_scope" text DEFAULT 'off' NOT NULL;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN "factor_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN "factor_trusts_providers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD CONSTRAINT "enterprise_factor_scope_check" CHECK ("portal"."enterprise"."factor_scope" in ('off', 'admin', 'all')) NOT VALID;--> statement-breakpoint
ALTER TABLE "portal"."enterprise" VALIDATE CONSTRAINT "enterprise_factor_scope_check";