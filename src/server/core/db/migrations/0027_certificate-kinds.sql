ALTER TABLE "certificate" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_revision_check" CHECK ("certificate"."revision" >= 0) NOT VALID;--> statement-breakpoint
ALTER TABLE "certificate" VALIDATE CONSTRAINT "certificate_revision_check";
