-- no transaction
-- Versions of questions: texts and right answers move from "question" to "question_version". Every statement may run again.
CREATE TABLE IF NOT EXISTS "question_bank_editor" (
	"enterprise_id" uuid NOT NULL,
	"bank_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "question_bank_editor_enterprise_id_bank_id_user_id_pk" PRIMARY KEY("enterprise_id","bank_id","user_id"),
	CONSTRAINT "question_bank_editor_enterprise_id_bank_id_question_bank_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","bank_id") REFERENCES "public"."question_bank"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "question_bank_editor_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "question_import" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"bank_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content" jsonb NOT NULL,
	"report_hash" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_import_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "question_import_enterprise_id_bank_id_question_bank_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","bank_id") REFERENCES "public"."question_bank"("enterprise_id","id") ON DELETE no action ON UPDATE no action,
	CONSTRAINT "question_import_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "question_version" (
	"enterprise_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"texts" jsonb NOT NULL,
	"answer" jsonb NOT NULL,
	"html" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"content_hash" text,
	"author_id" uuid,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_version_enterprise_id_question_id_number_pk" PRIMARY KEY("enterprise_id","question_id","number"),
	CONSTRAINT "question_version_number_check" CHECK ("question_version"."number" >= 1),
	CONSTRAINT "question_version_texts_check" CHECK ("question_version"."texts" ? 'zh' or "question_version"."texts" ? 'en'),
	CONSTRAINT "question_version_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."question"("enterprise_id","id") ON DELETE cascade ON UPDATE no action,
	CONSTRAINT "question_version_author_id_member_fk" FOREIGN KEY ("enterprise_id","author_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action
);--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "question_bank_editor_enterprise_id_user_id_index" ON "question_bank_editor" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "question_import_enterprise_id_user_id_index" ON "question_import" USING btree ("enterprise_id","user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "question_version_enterprise_id_content_hash_index" ON "question_version" USING btree ("enterprise_id","content_hash");--> statement-breakpoint
ALTER TABLE "question"
  ADD COLUMN IF NOT EXISTS "topic" text,
  ADD COLUMN IF NOT EXISTS "tags" text[] DEFAULT '{}' NOT NULL,
  ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL,
  -- Which questions are in papers is not known without reading all of them.
  ADD COLUMN IF NOT EXISTS "drawn" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "question" ALTER COLUMN "drawn" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "question"
  DROP CONSTRAINT IF EXISTS "question_version_check",
  ADD CONSTRAINT "question_version_check" CHECK ("question"."version" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "question" VALIDATE CONSTRAINT "question_version_check";--> statement-breakpoint
ALTER TABLE "question" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "question_version" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The plain texts stay plain: they have no rendered form. Most rows are copied before the table is locked.
DO $$ BEGIN
  if exists (select from pg_attribute where attrelid = 'question'::regclass and attname = 'stem' and not attisdropped) then
    insert into question_version (enterprise_id, question_id, number, texts, answer, gmt_create)
    select q.enterprise_id, q.id, 1, jsonb_build_object(e.lang,
             jsonb_build_object('stem', q.stem, 'options', q.options, 'analysis', q.analysis)), q.answer, q.gmt_modified
    from question q join portal.enterprise e on e.id = q.enterprise_id
    on conflict do nothing;
  end if;
END $$;--> statement-breakpoint
DO $$ BEGIN
  if exists (select from pg_attribute where attrelid = 'question'::regclass and attname = 'stem' and not attisdropped) then
    lock table question in access exclusive mode;
    insert into question_version (enterprise_id, question_id, number, texts, answer, gmt_create)
    select q.enterprise_id, q.id, 1, jsonb_build_object(e.lang,
             jsonb_build_object('stem', q.stem, 'options', q.options, 'analysis', q.analysis)), q.answer, q.gmt_modified
    from question q join portal.enterprise e on e.id = q.enterprise_id
    where not exists (select from question_version v where v.enterprise_id = q.enterprise_id and v.question_id = q.id);
    alter table question drop column stem, drop column options, drop column answer, drop column analysis;
  end if;
END $$;--> statement-breakpoint
ALTER TABLE "question" FORCE ROW LEVEL SECURITY;
