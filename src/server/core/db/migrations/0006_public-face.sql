CREATE TABLE "announcement_attachment" (
	"enterprise_id" uuid NOT NULL,
	"announcement_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "announcement_attachment_enterprise_id_announcement_id_file_id_pk" PRIMARY KEY("enterprise_id","announcement_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "comment" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"parent_id" uuid,
	"reply_to_user_id" uuid,
	"user_id" uuid NOT NULL,
	"body" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by" uuid,
	CONSTRAINT "comment_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "reaction" (
	"enterprise_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"liked_at" timestamp (3) with time zone,
	"bookmarked_at" timestamp (3) with time zone,
	"rating" integer,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reaction_enterprise_id_subject_type_subject_id_user_id_pk" PRIMARY KEY("enterprise_id","subject_type","subject_id","user_id"),
	CONSTRAINT "reaction_rating" CHECK ("reaction"."rating" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "subject_total" (
	"enterprise_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"bookmark_count" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"student_count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "subject_total_enterprise_id_subject_type_subject_id_pk" PRIMARY KEY("enterprise_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "project" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"summary" text,
	"description" text,
	"cover_file_id" uuid,
	"category_id" uuid,
	"status" text DEFAULT 'published' NOT NULL,
	"registration_required" boolean DEFAULT false NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "project_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "project_course" (
	"enterprise_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"required" boolean DEFAULT true NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "project_course_enterprise_id_project_id_course_id_pk" PRIMARY KEY("enterprise_id","project_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "project_registration" (
	"enterprise_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_registration_enterprise_id_project_id_user_id_pk" PRIMARY KEY("enterprise_id","project_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "export_record" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"export_type" text NOT NULL,
	"input" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"locale" text NOT NULL,
	"file_name" text NOT NULL,
	"file_size" bigint,
	"file_id" uuid,
	"export_status" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "export_record_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "flow_instance" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"flow_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"title" text NOT NULL,
	"applicant_id" uuid NOT NULL,
	"approver_id" uuid,
	"state" text DEFAULT 'pending' NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_instance_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "flow_log" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"instance_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"action" text NOT NULL,
	"comment" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "flow_log_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id")
);
--> statement-breakpoint
CREATE TABLE "teaching_record" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"lecturer_id" uuid NOT NULL,
	"code" text NOT NULL,
	"title" text NOT NULL,
	"course_id" uuid,
	"taught_at" timestamp (3) with time zone NOT NULL,
	"class_hours" numeric(12, 2) NOT NULL,
	"place" text,
	"attendee_count" integer,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "teaching_record_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "teaching_record_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "cart_item" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"seats" integer DEFAULT 1 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_item_enterprise_id_user_id_course_id_pk" PRIMARY KEY("enterprise_id","user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "course_order" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"order_no" text NOT NULL,
	"buyer_id" uuid NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"reference" text,
	"note" text,
	"total" numeric(12, 2) NOT NULL,
	"currency" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "course_order_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "course_order_enterprise_id_order_no_unique" UNIQUE("enterprise_id","order_no")
);
--> statement-breakpoint
CREATE TABLE "course_order_item" (
	"enterprise_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"seats" integer NOT NULL,
	"price" numeric(12, 2) NOT NULL,
	CONSTRAINT "course_order_item_enterprise_id_order_id_course_id_pk" PRIMARY KEY("enterprise_id","order_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "course_seat" (
	"enterprise_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_seat_enterprise_id_order_id_course_id_user_id_pk" PRIMARY KEY("enterprise_id","order_id","course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "check_in" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"streak" integer NOT NULL,
	"points" numeric(12, 2) NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "check_in_enterprise_id_user_id_day_pk" PRIMARY KEY("enterprise_id","user_id","day")
);
--> statement-breakpoint
CREATE TABLE "ranking_total" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"total" numeric(12, 2) NOT NULL,
	CONSTRAINT "ranking_total_enterprise_id_user_id_kind_year_pk" PRIMARY KEY("enterprise_id","user_id","kind","year")
);
--> statement-breakpoint
CREATE TABLE "search_dirty" (
	"enterprise_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "search_dirty_enterprise_id_subject_type_subject_id_pk" PRIMARY KEY("enterprise_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "search_document" (
	"enterprise_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"type" integer NOT NULL,
	"visibility" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"terms" "tsvector" NOT NULL,
	"gmt_modified" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "search_document_enterprise_id_subject_type_subject_id_pk" PRIMARY KEY("enterprise_id","subject_type","subject_id")
);
--> statement-breakpoint
CREATE TABLE "zone" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"title" jsonb NOT NULL,
	"subtitle" jsonb,
	"relation_type" integer NOT NULL,
	"category_id" uuid,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	CONSTRAINT "zone_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "zone_enterprise_id_code_unique" UNIQUE("enterprise_id","code")
);
--> statement-breakpoint
CREATE TABLE "zone_item" (
	"enterprise_id" uuid NOT NULL,
	"zone_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "zone_item_enterprise_id_zone_id_subject_id_pk" PRIMARY KEY("enterprise_id","zone_id","subject_id")
);
--> statement-breakpoint
ALTER TABLE "announcement" ADD COLUMN "admire_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "purchase_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "price" numeric(12, 2) DEFAULT '0' NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "currency" text DEFAULT 'CNY' NOT NULL;--> statement-breakpoint
ALTER TABLE "website" ADD COLUMN "public_face" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "announcement_attachment" ADD CONSTRAINT "announcement_attachment_enterprise_id_announcement_id_announcement_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","announcement_id") REFERENCES "public"."announcement"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_attachment" ADD CONSTRAINT "announcement_attachment_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment" ADD CONSTRAINT "comment_enterprise_id_parent_id_comment_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","parent_id") REFERENCES "public"."comment"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project" ADD CONSTRAINT "project_enterprise_id_category_id_category_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","category_id") REFERENCES "public"."category"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_course" ADD CONSTRAINT "project_course_enterprise_id_project_id_project_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","project_id") REFERENCES "public"."project"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_course" ADD CONSTRAINT "project_course_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_registration" ADD CONSTRAINT "project_registration_enterprise_id_project_id_project_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","project_id") REFERENCES "public"."project"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "export_record" ADD CONSTRAINT "export_record_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flow_log" ADD CONSTRAINT "flow_log_enterprise_id_instance_id_flow_instance_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","instance_id") REFERENCES "public"."flow_instance"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teaching_record" ADD CONSTRAINT "teaching_record_enterprise_id_lecturer_id_lecturer_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","lecturer_id") REFERENCES "public"."lecturer"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_order_item" ADD CONSTRAINT "course_order_item_enterprise_id_order_id_course_order_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","order_id") REFERENCES "public"."course_order"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_order_item" ADD CONSTRAINT "course_order_item_enterprise_id_course_id_course_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","course_id") REFERENCES "public"."course"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_seat" ADD CONSTRAINT "course_seat_enterprise_id_order_id_course_id_course_order_item_enterprise_id_order_id_course_id_fk" FOREIGN KEY ("enterprise_id","order_id","course_id") REFERENCES "public"."course_order_item"("enterprise_id","order_id","course_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone" ADD CONSTRAINT "zone_enterprise_id_category_id_category_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","category_id") REFERENCES "public"."category"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "zone_item" ADD CONSTRAINT "zone_item_enterprise_id_zone_id_zone_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","zone_id") REFERENCES "public"."zone"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_enterprise_id_subject_type_subject_id_parent_id_gmt_create_id_index" ON "comment" USING btree ("enterprise_id","subject_type","subject_id","parent_id","gmt_create" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "comment_enterprise_id_user_id_index" ON "comment" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "reaction_enterprise_id_user_id_bookmarked_at_index" ON "reaction" USING btree ("enterprise_id","user_id","bookmarked_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "project_enterprise_id_status_published_at_id_index" ON "project" USING btree ("enterprise_id","status","published_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "project_course_enterprise_id_course_id_index" ON "project_course" USING btree ("enterprise_id","course_id");--> statement-breakpoint
CREATE INDEX "export_record_enterprise_id_user_id_gmt_create_id_index" ON "export_record" USING btree ("enterprise_id","user_id","gmt_create" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "flow_instance_enterprise_id_applicant_id_gmt_create_id_index" ON "flow_instance" USING btree ("enterprise_id","applicant_id","gmt_create" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "flow_instance_enterprise_id_decided_by_decided_at_id_index" ON "flow_instance" USING btree ("enterprise_id","decided_by","decided_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "flow_instance_pending" ON "flow_instance" USING btree ("enterprise_id","gmt_create" DESC NULLS LAST,"id") WHERE "flow_instance"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "flow_instance_enterprise_id_flow_type_subject_id_applicant_id_index" ON "flow_instance" USING btree ("enterprise_id","flow_type","subject_id","applicant_id");--> statement-breakpoint
CREATE INDEX "flow_log_enterprise_id_instance_id_id_index" ON "flow_log" USING btree ("enterprise_id","instance_id","id");--> statement-breakpoint
CREATE INDEX "teaching_record_enterprise_id_lecturer_id_taught_at_id_index" ON "teaching_record" USING btree ("enterprise_id","lecturer_id","taught_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "course_order_enterprise_id_buyer_id_gmt_create_id_index" ON "course_order" USING btree ("enterprise_id","buyer_id","gmt_create" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "course_seat_enterprise_id_user_id_course_id_index" ON "course_seat" USING btree ("enterprise_id","user_id","course_id");--> statement-breakpoint
CREATE INDEX "ranking_total_enterprise_id_kind_year_total_user_id_index" ON "ranking_total" USING btree ("enterprise_id","kind","year","total" DESC NULLS LAST,"user_id");--> statement-breakpoint
CREATE INDEX "search_document_terms" ON "search_document" USING gin ("terms");--> statement-breakpoint
-- Sums of what people think and say of a thing. Rows are locked in the order of their keys by each statement alone.
CREATE FUNCTION "portal"."add_to_subject"(e uuid, t text, s uuid, likes int, bookmarks int, ratings int, stars int, comments int, students int)
RETURNS void LANGUAGE sql AS $$
  insert into public.subject_total as total (enterprise_id, subject_type, subject_id, like_count, bookmark_count, rating_count, rating_sum, comment_count, student_count)
  values (e, t, s, likes, bookmarks, ratings, stars, comments, students)
  on conflict (enterprise_id, subject_type, subject_id) do update set
    like_count = total.like_count + excluded.like_count,
    bookmark_count = total.bookmark_count + excluded.bookmark_count,
    rating_count = total.rating_count + excluded.rating_count,
    rating_sum = total.rating_sum + excluded.rating_sum,
    comment_count = total.comment_count + excluded.comment_count,
    student_count = total.student_count + excluded.student_count
$$;--> statement-breakpoint
CREATE FUNCTION "portal"."count_reaction"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then
    perform portal.add_to_subject(old.enterprise_id, old.subject_type, old.subject_id, -(old.liked_at is not null)::int,
      -(old.bookmarked_at is not null)::int, -(old.rating is not null)::int, -coalesce(old.rating, 0), 0, 0);
  end if;
  if tg_op <> 'DELETE' then
    perform portal.add_to_subject(new.enterprise_id, new.subject_type, new.subject_id, (new.liked_at is not null)::int,
      (new.bookmarked_at is not null)::int, (new.rating is not null)::int, coalesce(new.rating, 0), 0, 0);
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_reaction" AFTER INSERT OR UPDATE OR DELETE ON "reaction"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_reaction"();--> statement-breakpoint
-- A reply is shown only under a comment that is shown, so a comment takes its replies along.
CREATE FUNCTION "portal"."count_comment"() RETURNS trigger LANGUAGE plpgsql AS $$
declare change int := 0;
begin
  if tg_op = 'INSERT' then
    if new.deleted_at is null then change := 1; end if;
  elsif (old.deleted_at is null) and (new.deleted_at is not null) then
    change := -1;
    if new.parent_id is null then
      change := change - (select count(*) from public.comment r
        where r.enterprise_id = new.enterprise_id and r.parent_id = new.id and r.deleted_at is null);
    elsif exists (select from public.comment c where c.enterprise_id = new.enterprise_id and c.id = new.parent_id
                  and c.deleted_at is not null) then
      change := 0;
    end if;
  end if;
  if change <> 0 then
    perform portal.add_to_subject(new.enterprise_id, new.subject_type, new.subject_id, 0, 0, 0, 0, change, 0);
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_comment" AFTER INSERT OR UPDATE OF "deleted_at" ON "comment"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_comment"();--> statement-breakpoint
CREATE INDEX "comment_replies" ON "comment" ("enterprise_id", "parent_id", "id") WHERE "parent_id" is not null;--> statement-breakpoint
CREATE FUNCTION "portal"."count_student"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform portal.add_to_subject(new.enterprise_id, 'course', new.course_id, 0, 0, 0, 0, 0, 1);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_student" AFTER INSERT ON "course_progress"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_student"();--> statement-breakpoint
CREATE FUNCTION "portal"."count_admire"() RETURNS trigger LANGUAGE plpgsql AS $$
declare change int := (new.admired_at is not null)::int;
begin
  if tg_op = 'UPDATE' then change := change - (old.admired_at is not null)::int; end if;
  if change <> 0 then
    update public.announcement set admire_count = admire_count + change
    where enterprise_id = new.enterprise_id and id = new.announcement_id;
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_admire" AFTER INSERT OR UPDATE OF "admired_at" ON "announcement_user_record"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_admire"();--> statement-breakpoint
CREATE FUNCTION "portal"."rank_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into public.ranking_total as r (enterprise_id, user_id, kind, year, total)
  values (new.enterprise_id, new.user_id, new.kind, 0, new.amount),
         (new.enterprise_id, new.user_id, new.kind, new.year, new.amount)
  on conflict (enterprise_id, user_id, kind, year) do update set total = r.total + excluded.total;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "rank_entry" AFTER INSERT ON "ledger_entry"
  FOR EACH ROW EXECUTE FUNCTION "portal"."rank_entry"();--> statement-breakpoint
-- What is there already. Row security is forced on the owner too, who would see nothing.
ALTER TABLE "announcement" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcement_user_record" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_progress" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger_entry" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "announcement" a SET "admire_count" = n.count FROM (
  SELECT enterprise_id, announcement_id, count(*) FROM "announcement_user_record" WHERE admired_at IS NOT NULL GROUP BY 1, 2
) n WHERE n.enterprise_id = a.enterprise_id AND n.announcement_id = a.id;--> statement-breakpoint
INSERT INTO "subject_total" (enterprise_id, subject_type, subject_id, student_count)
  SELECT enterprise_id, 'course', course_id, count(*) FROM "course_progress" GROUP BY 1, 3;--> statement-breakpoint
INSERT INTO "ranking_total" (enterprise_id, user_id, kind, year, total)
  SELECT enterprise_id, user_id, kind, coalesce(year, 0), sum(amount) FROM "ledger_entry"
  GROUP BY GROUPING SETS ((enterprise_id, user_id, kind, year), (enterprise_id, user_id, kind));--> statement-breakpoint
ALTER TABLE "announcement" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcement_user_record" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "course_progress" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "ledger_entry" FORCE ROW LEVEL SECURITY;
