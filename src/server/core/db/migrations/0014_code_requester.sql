ALTER TABLE "portal"."verification_code" ADD COLUMN "requester_hash" "bytea";--> statement-breakpoint
ALTER TABLE "portal"."verification_code" ADD COLUMN "other_tries" integer DEFAULT 0 NOT NULL;