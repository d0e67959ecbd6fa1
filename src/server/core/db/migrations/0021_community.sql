CREATE TABLE "community_moderator" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"appointed_by" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_moderator_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "community_setting" (
	"enterprise_id" uuid PRIMARY KEY NOT NULL,
	"is_public" boolean DEFAULT false NOT NULL,
	"allow_anonymous" boolean DEFAULT true NOT NULL,
	"new_member_days" integer DEFAULT 3 NOT NULL,
	"new_member_daily_posts" integer DEFAULT 5 NOT NULL,
	"daily_posts" integer DEFAULT 50 NOT NULL,
	"review_new_member_links" boolean DEFAULT true NOT NULL,
	"accepted_points" numeric(12, 2) DEFAULT '5' NOT NULL,
	"accepted_points_per_day" numeric(12, 2) DEFAULT '20' NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "community_setting_new_member_days_check" CHECK ("community_setting"."new_member_days" between 0 and 365),
	CONSTRAINT "community_setting_new_member_daily_posts_check" CHECK ("community_setting"."new_member_daily_posts" between 1 and 1000),
	CONSTRAINT "community_setting_daily_posts_check" CHECK ("community_setting"."daily_posts" between 1 and 1000),
	CONSTRAINT "community_setting_accepted_points_check" CHECK ("community_setting"."accepted_points" >= 0),
	CONSTRAINT "community_setting_accepted_points_per_day_check" CHECK ("community_setting"."accepted_points_per_day" >= 0)
);
--> statement-breakpoint
CREATE TABLE "filtered_word" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"word" text NOT NULL,
	"action" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "filtered_word_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "filtered_word_enterprise_id_word_unique" UNIQUE("enterprise_id","word"),
	CONSTRAINT "filtered_word_action_check" CHECK ("filtered_word"."action" in ('reject', 'review'))
);
--> statement-breakpoint
CREATE TABLE "moderation_case" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"post_id" uuid,
	"comment_id" uuid,
	"source" text NOT NULL,
	"detail" text,
	"state" text DEFAULT 'open' NOT NULL,
	"report_count" integer DEFAULT 0 NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "moderation_case_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "moderation_case_source_check" CHECK ("moderation_case"."source" in ('report', 'wordFilter', 'newMember', 'moderator')),
	CONSTRAINT "moderation_case_state_check" CHECK ("moderation_case"."state" in ('open', 'closed')),
	CONSTRAINT "moderation_case_subject_check" CHECK (num_nonnulls("moderation_case"."post_id", "moderation_case"."comment_id") = 1),
	CONSTRAINT "moderation_case_closed_at_check" CHECK (("moderation_case"."state" = 'closed') = ("moderation_case"."closed_at" is not null)),
	CONSTRAINT "moderation_case_report_count_check" CHECK ("moderation_case"."report_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "moderation_decision" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"case_id" uuid NOT NULL,
	"action" text NOT NULL,
	"reason" text NOT NULL,
	"decided_by" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"appeal" text,
	"appealed_at" timestamp (3) with time zone,
	"appeal_state" text,
	"appeal_reason" text,
	"appeal_decided_by" uuid,
	"appeal_decided_at" timestamp (3) with time zone,
	CONSTRAINT "moderation_decision_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "moderation_decision_action_check" CHECK ("moderation_decision"."action" in ('dismiss', 'hide', 'restore', 'lock', 'unlock', 'move', 'warn')),
	CONSTRAINT "moderation_decision_appeal_state_check" CHECK ("moderation_decision"."appeal_state" in ('pending', 'accepted', 'rejected')),
	CONSTRAINT "moderation_decision_appeal_check" CHECK (num_nonnulls("moderation_decision"."appeal", "moderation_decision"."appealed_at", "moderation_decision"."appeal_state") in (0, 3)),
	CONSTRAINT "moderation_decision_appeal_decided_check" CHECK ((coalesce("moderation_decision"."appeal_state", 'pending') <> 'pending') = ("moderation_decision"."appeal_decided_at" is not null) and ("moderation_decision"."appeal_decided_at" is null) = ("moderation_decision"."appeal_decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "moderation_report" (
	"enterprise_id" uuid NOT NULL,
	"case_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "moderation_report_enterprise_id_case_id_user_id_pk" PRIMARY KEY("enterprise_id","case_id","user_id"),
	CONSTRAINT "moderation_report_reason_check" CHECK ("moderation_report"."reason" in ('spam', 'abuse', 'wrong', 'offTopic', 'private', 'other'))
);
--> statement-breakpoint
CREATE TABLE "digest_preference" (
	"enterprise_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"frequency" text NOT NULL,
	"sent_until" timestamp (3) with time zone NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "digest_preference_enterprise_id_user_id_pk" PRIMARY KEY("enterprise_id","user_id"),
	CONSTRAINT "digest_preference_frequency_check" CHECK ("digest_preference"."frequency" in ('none', 'daily', 'weekly'))
);
--> statement-breakpoint
CREATE TABLE "notice" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"path" text NOT NULL,
	"source" text NOT NULL,
	"read_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "notice_enterprise_id_user_id_source_unique" UNIQUE("enterprise_id","user_id","source")
);
--> statement-breakpoint
CREATE TABLE "answer_invitation" (
	"enterprise_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"invited_by" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "answer_invitation_enterprise_id_question_id_user_id_pk" PRIMARY KEY("enterprise_id","question_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "label" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"code" text NOT NULL,
	"label_type" integer DEFAULT 3 NOT NULL,
	"name" jsonb NOT NULL,
	"description" jsonb,
	"color" text DEFAULT 'blue' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"published" boolean DEFAULT true NOT NULL,
	"post_count" integer DEFAULT 0 NOT NULL,
	"follower_count" integer DEFAULT 0 NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "label_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "label_enterprise_id_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "label_color_check" CHECK ("label"."color" in ('blue', 'cyan', 'green', 'lime', 'yellow', 'orange', 'red', 'pink', 'purple', 'gray')),
	CONSTRAINT "label_label_type_check" CHECK ("label"."label_type" >= 1),
	CONSTRAINT "label_post_count_check" CHECK ("label"."post_count" >= 0),
	CONSTRAINT "label_follower_count_check" CHECK ("label"."follower_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "label_follow" (
	"enterprise_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "label_follow_enterprise_id_label_id_user_id_pk" PRIMARY KEY("enterprise_id","label_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "post" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"kind" text NOT NULL,
	"question_id" uuid,
	"author_id" uuid NOT NULL,
	"draft_id" uuid,
	"code" text,
	"anonymous" boolean DEFAULT false NOT NULL,
	"title" text,
	"body" jsonb NOT NULL,
	"plain_text" text NOT NULL,
	"cover_file_id" uuid,
	"subject_type" text,
	"subject_id" uuid,
	"state" text DEFAULT 'published' NOT NULL,
	"locked_at" timestamp (3) with time zone,
	"duplicate_of" uuid,
	"accepted_answer_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"answer_count" integer DEFAULT 0 NOT NULL,
	"vote_count" integer DEFAULT 0 NOT NULL,
	"follower_count" integer DEFAULT 0 NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "post_enterprise_id_author_id_draft_id_unique" UNIQUE("enterprise_id","author_id","draft_id"),
	CONSTRAINT "post_enterprise_id_code_unique" UNIQUE("enterprise_id","code"),
	CONSTRAINT "post_kind_check" CHECK ("post"."kind" in ('blog', 'question', 'answer')),
	CONSTRAINT "post_state_check" CHECK ("post"."state" in ('published', 'review', 'hidden', 'deleted')),
	CONSTRAINT "post_subject_type_check" CHECK ("post"."subject_type" in ('course', 'resource', 'exam')),
	CONSTRAINT "post_question_id_check" CHECK (("post"."kind" = 'answer') = ("post"."question_id" is not null)),
	CONSTRAINT "post_title_check" CHECK (("post"."kind" = 'answer') = ("post"."title" is null)),
	CONSTRAINT "post_subject_id_check" CHECK (("post"."subject_type" is null) = ("post"."subject_id" is null)),
	CONSTRAINT "post_accepted_answer_id_check" CHECK ("post"."accepted_answer_id" is null or "post"."kind" = 'question'),
	CONSTRAINT "post_duplicate_of_check" CHECK ("post"."duplicate_of" is null or ("post"."kind" = 'question' and "post"."duplicate_of" <> "post"."id")),
	CONSTRAINT "post_revision_check" CHECK ("post"."revision" >= 1),
	CONSTRAINT "post_answer_count_check" CHECK ("post"."answer_count" >= 0),
	CONSTRAINT "post_vote_count_check" CHECK ("post"."vote_count" >= 0),
	CONSTRAINT "post_follower_count_check" CHECK ("post"."follower_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "post_draft" (
	"enterprise_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"question_id" uuid,
	"post_id" uuid,
	"title" text DEFAULT '' NOT NULL,
	"body" jsonb,
	"label_ids" uuid[] DEFAULT '{}' NOT NULL,
	"cover_file_id" uuid,
	"anonymous" boolean DEFAULT false NOT NULL,
	"subject_type" text,
	"subject_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"published_at" timestamp (3) with time zone,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_draft_enterprise_id_author_id_id_pk" PRIMARY KEY("enterprise_id","author_id","id"),
	CONSTRAINT "post_draft_kind_check" CHECK ("post_draft"."kind" in ('blog', 'question', 'answer')),
	CONSTRAINT "post_draft_subject_type_check" CHECK ("post_draft"."subject_type" in ('course', 'resource', 'exam')),
	CONSTRAINT "post_draft_subject_id_check" CHECK (("post_draft"."subject_type" is null) = ("post_draft"."subject_id" is null)),
	CONSTRAINT "post_draft_question_id_check" CHECK (("post_draft"."kind" = 'answer') = ("post_draft"."question_id" is not null)),
	CONSTRAINT "post_draft_revision_check" CHECK ("post_draft"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "post_follow" (
	"enterprise_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_follow_enterprise_id_post_id_user_id_pk" PRIMARY KEY("enterprise_id","post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "post_label" (
	"enterprise_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "post_label_enterprise_id_post_id_label_id_pk" PRIMARY KEY("enterprise_id","post_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "post_version" (
	"enterprise_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"title" text,
	"body" jsonb NOT NULL,
	"plain_text" text NOT NULL,
	"editor_id" uuid NOT NULL,
	"reason" text,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_version_enterprise_id_post_id_revision_pk" PRIMARY KEY("enterprise_id","post_id","revision"),
	CONSTRAINT "post_version_revision_check" CHECK ("post_version"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE "post_vote" (
	"enterprise_id" uuid NOT NULL,
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "post_vote_enterprise_id_post_id_user_id_pk" PRIMARY KEY("enterprise_id","post_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "comment" DROP CONSTRAINT "comment_subject_type_check";--> statement-breakpoint
ALTER TABLE "reaction" DROP CONSTRAINT "reaction_subject_type_check";--> statement-breakpoint
ALTER TABLE "subject_total" DROP CONSTRAINT "subject_total_subject_type_check";--> statement-breakpoint
ALTER TABLE "search_dirty" DROP CONSTRAINT "search_dirty_subject_type_check";--> statement-breakpoint
ALTER TABLE "search_document" DROP CONSTRAINT "search_document_subject_type_check";--> statement-breakpoint
ALTER TABLE "comment" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "community_moderator" ADD CONSTRAINT "community_moderator_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_moderator" ADD CONSTRAINT "community_moderator_appointed_by_member_fk" FOREIGN KEY ("enterprise_id","appointed_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case" ADD CONSTRAINT "moderation_case_post_fk" FOREIGN KEY ("enterprise_id","post_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_case" ADD CONSTRAINT "moderation_case_comment_fk" FOREIGN KEY ("enterprise_id","comment_id") REFERENCES "public"."comment"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decision" ADD CONSTRAINT "moderation_decision_enterprise_id_case_id_moderation_case_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","case_id") REFERENCES "public"."moderation_case"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decision" ADD CONSTRAINT "moderation_decision_decided_by_member_fk" FOREIGN KEY ("enterprise_id","decided_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decision" ADD CONSTRAINT "moderation_decision_appeal_decided_by_member_fk" FOREIGN KEY ("enterprise_id","appeal_decided_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_report" ADD CONSTRAINT "moderation_report_enterprise_id_case_id_moderation_case_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","case_id") REFERENCES "public"."moderation_case"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_report" ADD CONSTRAINT "moderation_report_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_preference" ADD CONSTRAINT "digest_preference_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice" ADD CONSTRAINT "notice_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_invitation" ADD CONSTRAINT "answer_invitation_question_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_invitation" ADD CONSTRAINT "answer_invitation_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "answer_invitation" ADD CONSTRAINT "answer_invitation_invited_by_member_fk" FOREIGN KEY ("enterprise_id","invited_by") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_follow" ADD CONSTRAINT "label_follow_enterprise_id_label_id_label_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","label_id") REFERENCES "public"."label"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_follow" ADD CONSTRAINT "label_follow_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_question_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_duplicate_of_fk" FOREIGN KEY ("enterprise_id","duplicate_of") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_accepted_answer_fk" FOREIGN KEY ("enterprise_id","accepted_answer_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_enterprise_id_cover_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","cover_file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post" ADD CONSTRAINT "post_author_id_member_fk" FOREIGN KEY ("enterprise_id","author_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_draft" ADD CONSTRAINT "post_draft_question_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_draft" ADD CONSTRAINT "post_draft_post_fk" FOREIGN KEY ("enterprise_id","post_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_draft" ADD CONSTRAINT "post_draft_enterprise_id_cover_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","cover_file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_draft" ADD CONSTRAINT "post_draft_author_id_member_fk" FOREIGN KEY ("enterprise_id","author_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_follow" ADD CONSTRAINT "post_follow_post_fk" FOREIGN KEY ("enterprise_id","post_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_follow" ADD CONSTRAINT "post_follow_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_label" ADD CONSTRAINT "post_label_post_fk" FOREIGN KEY ("enterprise_id","post_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_label" ADD CONSTRAINT "post_label_enterprise_id_label_id_label_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","label_id") REFERENCES "public"."label"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version" ADD CONSTRAINT "post_version_post_fk" FOREIGN KEY ("enterprise_id","post_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_version" ADD CONSTRAINT "post_version_editor_id_member_fk" FOREIGN KEY ("enterprise_id","editor_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_vote" ADD CONSTRAINT "post_vote_post_fk" FOREIGN KEY ("enterprise_id","post_id") REFERENCES "public"."post"("enterprise_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_vote" ADD CONSTRAINT "post_vote_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_case_open_post" ON "moderation_case" USING btree ("enterprise_id","post_id") WHERE state = 'open' and post_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_case_open_comment" ON "moderation_case" USING btree ("enterprise_id","comment_id") WHERE state = 'open' and comment_id is not null;--> statement-breakpoint
CREATE INDEX "moderation_case_queue" ON "moderation_case" USING btree ("enterprise_id","state","gmt_create","id");--> statement-breakpoint
CREATE INDEX "moderation_decision_enterprise_id_case_id_id_index" ON "moderation_decision" USING btree ("enterprise_id","case_id","id");--> statement-breakpoint
CREATE INDEX "moderation_decision_appeals" ON "moderation_decision" USING btree ("enterprise_id","appealed_at","id") WHERE appeal_state = 'pending';--> statement-breakpoint
CREATE INDEX "notice_enterprise_id_user_id_gmt_create_id_index" ON "notice" USING btree ("enterprise_id","user_id","gmt_create","id");--> statement-breakpoint
CREATE INDEX "notice_unread" ON "notice" USING btree ("enterprise_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "label_follow_enterprise_id_user_id_index" ON "label_follow" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "post_newest" ON "post" USING btree ("enterprise_id","published_at","id") WHERE state = 'published' and kind <> 'answer';--> statement-breakpoint
CREATE INDEX "post_newest_of_kind" ON "post" USING btree ("enterprise_id","kind","published_at","id") WHERE state = 'published' and kind <> 'answer';--> statement-breakpoint
CREATE INDEX "post_helpful" ON "post" USING btree ("enterprise_id","vote_count","published_at","id") WHERE state = 'published' and kind <> 'answer';--> statement-breakpoint
CREATE INDEX "post_unanswered" ON "post" USING btree ("enterprise_id","published_at","id") WHERE state = 'published' and kind = 'question' and answer_count = 0;--> statement-breakpoint
CREATE INDEX "post_answers" ON "post" USING btree ("enterprise_id","question_id","vote_count","published_at","id");--> statement-breakpoint
CREATE INDEX "post_author" ON "post" USING btree ("enterprise_id","author_id","published_at","id");--> statement-breakpoint
CREATE INDEX "post_subject" ON "post" USING btree ("enterprise_id","subject_type","subject_id","published_at","id") WHERE subject_id is not null;--> statement-breakpoint
CREATE INDEX "post_draft_enterprise_id_author_id_gmt_modified_index" ON "post_draft" USING btree ("enterprise_id","author_id","gmt_modified");--> statement-breakpoint
CREATE INDEX "post_follow_enterprise_id_user_id_index" ON "post_follow" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX "post_label_enterprise_id_label_id_published_at_post_id_index" ON "post_label" USING btree ("enterprise_id","label_id","published_at","post_id");--> statement-breakpoint
CREATE INDEX "post_vote_enterprise_id_user_id_index" ON "post_vote" USING btree ("enterprise_id","user_id");--> statement-breakpoint
ALTER TABLE "comment" ADD CONSTRAINT "comment_subject_type_check" CHECK ("comment"."subject_type" in ('course', 'project', 'announcement', 'post')) NOT VALID;--> statement-breakpoint
ALTER TABLE "reaction" ADD CONSTRAINT "reaction_subject_type_check" CHECK ("reaction"."subject_type" in ('course', 'project', 'announcement', 'post')) NOT VALID;--> statement-breakpoint
ALTER TABLE "subject_total" ADD CONSTRAINT "subject_total_subject_type_check" CHECK ("subject_total"."subject_type" in ('course', 'project', 'announcement', 'post')) NOT VALID;--> statement-breakpoint
ALTER TABLE "search_dirty" ADD CONSTRAINT "search_dirty_subject_type_check" CHECK ("search_dirty"."subject_type" in ('course', 'project', 'lecturer', 'announcement', 'article', 'resource', 'exam', 'blog', 'question', 'category')) NOT VALID;--> statement-breakpoint
ALTER TABLE "search_document" ADD CONSTRAINT "search_document_subject_type_check" CHECK ("search_document"."subject_type" in ('course', 'project', 'lecturer', 'announcement', 'article', 'resource', 'exam', 'blog', 'question')) NOT VALID;--> statement-breakpoint
-- What is shown of comments: neither deleted nor hidden. A reply is shown only under a comment that is shown.
CREATE OR REPLACE FUNCTION "portal"."count_comment"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  was boolean := tg_op = 'UPDATE' and old.deleted_at is null and old.hidden_at is null;
  is_now boolean := new.deleted_at is null and new.hidden_at is null;
  change int;
begin
  if was = is_now then return null; end if;
  change := case when is_now then 1 else -1 end;
  if new.parent_id is null then
    change := change * (1 + (select count(*)::int from public.comment r
      where r.enterprise_id = new.enterprise_id and r.parent_id = new.id and r.deleted_at is null and r.hidden_at is null));
  elsif exists (select from public.comment c where c.enterprise_id = new.enterprise_id and c.id = new.parent_id
                and (c.deleted_at is not null or c.hidden_at is not null)) then
    return null;
  end if;
  perform portal.add_to_subject(new.enterprise_id, new.subject_type, new.subject_id, 0, 0, 0, 0, change, 0);
  return null;
end $$;--> statement-breakpoint
DROP TRIGGER "count_comment" ON "comment";--> statement-breakpoint
CREATE TRIGGER "count_comment" AFTER INSERT OR UPDATE OF "deleted_at", "hidden_at" ON "comment"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_comment"();--> statement-breakpoint
-- Votes and followers of a post, followers of a label.
CREATE FUNCTION "portal"."count_post_vote"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update public.post set vote_count = vote_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and id = coalesce(new.post_id, old.post_id);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_post_vote" AFTER INSERT OR DELETE ON "post_vote"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_post_vote"();--> statement-breakpoint
CREATE FUNCTION "portal"."count_post_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update public.post set follower_count = follower_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and id = coalesce(new.post_id, old.post_id);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_post_follow" AFTER INSERT OR DELETE ON "post_follow"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_post_follow"();--> statement-breakpoint
CREATE FUNCTION "portal"."count_label_follow"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  update public.label set follower_count = follower_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id) and id = coalesce(new.label_id, old.label_id);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_label_follow" AFTER INSERT OR DELETE ON "label_follow"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_label_follow"();--> statement-breakpoint
-- Published posts of a label, published answers of a question.
CREATE FUNCTION "portal"."count_post_label"() RETURNS trigger LANGUAGE plpgsql AS $$
declare r record := case when tg_op = 'INSERT' then new else old end;
begin
  update public.label set post_count = post_count + case when tg_op = 'INSERT' then 1 else -1 end
  where enterprise_id = r.enterprise_id and id = r.label_id
    and exists (select from public.post p where p.enterprise_id = r.enterprise_id and p.id = r.post_id and p.state = 'published');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_post_label" AFTER INSERT OR DELETE ON "post_label"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_post_label"();--> statement-breakpoint
CREATE FUNCTION "portal"."count_post_state"() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  was boolean := tg_op = 'UPDATE' and old.state = 'published';
  change int := case when new.state = 'published' then 1 else -1 end;
begin
  if was = (new.state = 'published') then return null; end if;
  if new.kind = 'answer' then
    update public.post set answer_count = answer_count + change
    where enterprise_id = new.enterprise_id and id = new.question_id;
  else
    update public.label set post_count = post_count + change
    where enterprise_id = new.enterprise_id and id in (
      select l.label_id from public.post_label l where l.enterprise_id = new.enterprise_id and l.post_id = new.id);
  end if;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "count_post_state" AFTER INSERT OR UPDATE OF "state" ON "post"
  FOR EACH ROW EXECUTE FUNCTION "portal"."count_post_state"();--> statement-breakpoint
-- A question is found by its answers too.
CREATE FUNCTION "portal"."mark_post_for_search"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform portal.mark_for_search(new.enterprise_id, case when new.kind = 'blog' then 'blog' else 'question' end,
    array[coalesce(new.question_id, new.id)]);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT ON "post" FOR EACH ROW EXECUTE FUNCTION "portal"."mark_post_for_search"();--> statement-breakpoint
CREATE TRIGGER "mark_change_for_search" AFTER UPDATE OF title, plain_text, state, published_at ON "post" FOR EACH ROW WHEN (old.* is distinct from new.*) EXECUTE FUNCTION "portal"."mark_post_for_search"();--> statement-breakpoint
-- Whether visitors find posts depends on the tenant's setting.
CREATE FUNCTION "portal"."mark_posts_for_search"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform portal.mark_for_search(new.enterprise_id, k.kind, array(
    select p.id from public.post p where p.enterprise_id = new.enterprise_id and p.kind = k.kind))
  from (values ('blog'), ('question')) k (kind);
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "mark_for_search" AFTER INSERT OR UPDATE OF "is_public" ON "community_setting"
  FOR EACH ROW EXECUTE FUNCTION "portal"."mark_posts_for_search"();--> statement-breakpoint
-- Ids of things of one kind by the number of the given queries that they match, shortest titles first; of each query only
-- `most` matches are compared. Runs as the role of `portal.search`.
CREATE FUNCTION "portal"."find_similar"("queries" tsquery[], "of_kind" tsquery, "at" timestamptz, "most" int, "wanted" int)
RETURNS SETOF uuid LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_indexscan = off SET jit = off SET plan_cache_mode = force_generic_plan AS $$
declare
  tenant uuid := nullif(current_setting('app.enterprise_id', true), '')::uuid;
  facts tsquery;
begin
  if tenant is null then raise exception 'no enterprise'; end if;
  facts := of_kind && quote_literal('@' || replace(tenant::text, '-', ''))::tsquery;
  return query
    select found.subject_id from unnest(queries) q cross join lateral (
      select d.subject_id, d.gmt_modified, d.title from public.search_document d
      where d.terms @@ (q && facts) and d.enterprise_id is not distinct from tenant and d.gmt_modified <= at
      limit most) found
    group by found.subject_id, found.gmt_modified, found.title
    order by count(*) desc, length(found.title), found.gmt_modified desc, found.subject_id
    limit wanted;
end $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION "portal"."find_similar" FROM public;
