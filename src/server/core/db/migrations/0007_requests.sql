CREATE TABLE "order_sequence" (
	"enterprise_id" uuid NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "order_sequence_enterprise_id_year_pk" PRIMARY KEY("enterprise_id","year")
);
--> statement-breakpoint
ALTER TABLE "cart_item" ADD COLUMN "user_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "course_order" ADD COLUMN "submit_key" uuid NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_instance_one_pending" ON "flow_instance" USING btree ("enterprise_id","flow_type","subject_id","applicant_id") WHERE "flow_instance"."state" = 'pending';--> statement-breakpoint
ALTER TABLE "course_order" ADD CONSTRAINT "course_order_enterprise_id_buyer_id_submit_key_unique" UNIQUE("enterprise_id","buyer_id","submit_key");--> statement-breakpoint
-- Registrations that wait already become requests, so that somebody sees them. Row security is forced on the owner too.
ALTER TABLE "course" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lecturer" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_registration" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "flow_instance" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "flow_log" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
INSERT INTO "flow_instance" (enterprise_id, flow_type, subject_id, title, applicant_id, approver_id, gmt_create, gmt_modified)
  SELECT r.enterprise_id, 'courseRegistration', r.course_id, c.title, r.user_id, l.user_id, r.gmt_create, r.gmt_create
  FROM "course_registration" r
  JOIN "course" c ON c.enterprise_id = r.enterprise_id AND c.id = r.course_id
  LEFT JOIN "lecturer" l ON l.enterprise_id = c.enterprise_id AND l.id = c.lecturer_id
  WHERE r.status = 'pending';--> statement-breakpoint
INSERT INTO "flow_log" (enterprise_id, instance_id, user_id, action, gmt_create)
  SELECT enterprise_id, id, applicant_id, 'submit', gmt_create FROM "flow_instance";--> statement-breakpoint
ALTER TABLE "course" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lecturer" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_registration" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "flow_instance" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "flow_log" FORCE ROW LEVEL SECURITY;
