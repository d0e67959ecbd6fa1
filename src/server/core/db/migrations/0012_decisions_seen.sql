ALTER TABLE "flow_instance" ADD COLUMN "seen_at" timestamp (3) with time zone;--> statement-breakpoint
-- What was decided before is no news.
UPDATE "flow_instance" SET "seen_at" = "decided_at" WHERE "decided_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "flow_instance_news" ON "flow_instance" USING btree ("enterprise_id","applicant_id","decided_at") WHERE "flow_instance"."decided_at" is not null and "flow_instance"."seen_at" is null;