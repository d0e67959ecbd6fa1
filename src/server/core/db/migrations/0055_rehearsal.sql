CREATE TABLE "rehearsal" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"takers" integer NOT NULL,
	"enter_seconds" integer NOT NULL,
	"answer_seconds" integer NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"stop_asked" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	"failure" text,
	"progress" jsonb,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	CONSTRAINT "rehearsal_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "rehearsal_takers_check" CHECK ("rehearsal"."takers" between 1 and 20000),
	CONSTRAINT "rehearsal_enter_seconds_check" CHECK ("rehearsal"."enter_seconds" between 1 and 3600),
	CONSTRAINT "rehearsal_answer_seconds_check" CHECK ("rehearsal"."answer_seconds" between 1 and 3600),
	CONSTRAINT "rehearsal_status_check" CHECK ("rehearsal"."status" in ('waiting', 'running', 'done', 'stopped', 'failed')),
	CONSTRAINT "rehearsal_failure_check" CHECK ("rehearsal"."failure" in ('exam', 'ended', 'notStarted', 'portal', 'error')),
	CONSTRAINT "rehearsal_failed_check" CHECK (("rehearsal"."status" = 'failed') = ("rehearsal"."failure" is not null)),
	CONSTRAINT "rehearsal_ended_check" CHECK (("rehearsal"."status" in ('waiting', 'running')) = ("rehearsal"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "portal"."enterprise" ADD COLUMN "synthetic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "rehearsal" ADD CONSTRAINT "rehearsal_asked_by_member_fk" FOREIGN KEY ("enterprise_id","asked_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "rehearsal_enterprise_id_asked_at_id_index" ON "rehearsal" USING btree ("enterprise_id","asked_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "rehearsal_asked" ON "rehearsal" USING btree ("asked_at");--> statement-breakpoint
-- A rehearsal concerns the whole installation: of other tenants it learns only that somebody sits an exam, or that one opens.
CREATE OR REPLACE FUNCTION "portal"."exams_under_way"("since" timestamptz, "until" timestamptz)
RETURNS TABLE (enterprise_id uuid, sitting boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  select distinct a.enterprise_id, true from public.exam_attempt a where a.status = 'open'
  union all
  select distinct e.enterprise_id, false from public.exam e
  where e.published and e.window_start > since and e.window_start <= until
  union all
  select distinct r.enterprise_id, false
  from public.exam_resit r join public.exam e on e.enterprise_id = r.enterprise_id and e.id = r.exam_id
  where e.published and r.window_start > since and r.window_start <= until
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."exams_under_way" FROM public;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "portal"."rehearsals_since"("since" timestamptz)
RETURNS TABLE (enterprise_id uuid, id uuid, status text, asked_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  select r.enterprise_id, r.id, r.status, r.asked_at from public.rehearsal r
  where r.asked_at > since or r.status in ('waiting', 'running')
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."rehearsals_since" FROM public;
