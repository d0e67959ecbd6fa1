ALTER TABLE "exam_attempt" ADD COLUMN "remarks" jsonb;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN "marked_by" uuid;--> statement-breakpoint
ALTER TABLE "exam_attempt" ADD COLUMN "marked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "exam_attempt_one_open" ON "exam_attempt" USING btree ("enterprise_id","exam_id","user_id") WHERE status = 'open';--> statement-breakpoint
-- Row level security shows one tenant at a time, so the sweep asks for each in turn, inside the database: one round trip.
CREATE FUNCTION "portal"."enterprises_with_expired_attempts"("before" timestamptz) RETURNS SETOF uuid LANGUAGE plpgsql AS $$
declare tenant uuid;
begin
  for tenant in select e.id from portal.enterprise e loop
    perform set_config('app.enterprise_id', tenant::text, true);
    if exists (select from exam_attempt a where a.enterprise_id = tenant and a.status = 'open' and a.deadline_at < before) then
      return next tenant;
    end if;
  end loop;
  perform set_config('app.enterprise_id', '', true);
end $$;
