-- no transaction
CREATE TABLE IF NOT EXISTS "file_version" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"store_key" text NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"file_size" bigint NOT NULL,
	"duration" integer,
	"width" integer,
	"height" integer,
	"rendition" jsonb,
	"replaced_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "file_version_enterprise_id_file_id_version_pk" PRIMARY KEY("enterprise_id","file_id","version"),
	CONSTRAINT "file_version_version_check" CHECK ("file_version"."version" >= 1),
	CONSTRAINT "file_version_file_size_check" CHECK ("file_version"."file_size" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "media_caption" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"lang" text NOT NULL,
	"caption_file_id" uuid NOT NULL,
	"end_second" integer NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_caption_enterprise_id_file_id_lang_pk" PRIMARY KEY("enterprise_id","file_id","lang"),
	CONSTRAINT "media_caption_lang_check" CHECK ("media_caption"."lang" ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
	CONSTRAINT "media_caption_end_second_check" CHECK ("media_caption"."end_second" >= 0)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "media_file" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"folder_id" uuid,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	"pack_hash" text,
	"poster_file_id" uuid,
	"revision" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"gmt_modified" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_file_enterprise_id_file_id_pk" PRIMARY KEY("enterprise_id","file_id"),
	CONSTRAINT "media_file_kind_check" CHECK ("media_file"."kind" in ('video', 'audio', 'document', 'picture', 'archive')),
	CONSTRAINT "media_file_bytes_check" CHECK ("media_file"."bytes" >= 0),
	CONSTRAINT "media_file_revision_check" CHECK ("media_file"."revision" >= 1)
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "media_folder" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_folder_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "media_folder_name" UNIQUE NULLS NOT DISTINCT("enterprise_id","parent_id","name")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "media_upload" (
	"enterprise_id" uuid NOT NULL,
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"folder_id" uuid,
	"file_name" text NOT NULL,
	"file_size" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"replaces_id" uuid,
	"received" bigint DEFAULT 0 NOT NULL,
	"parts" text[] DEFAULT '{}' NOT NULL,
	"state" text DEFAULT 'receiving' NOT NULL,
	"problem" text,
	"join_key" text,
	"busy_at" timestamp (3) with time zone,
	"stored" jsonb,
	"file_id" uuid,
	"same_as_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"gmt_create" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_upload_enterprise_id_id_pk" PRIMARY KEY("enterprise_id","id"),
	CONSTRAINT "media_upload_state_check" CHECK ("media_upload"."state" in ('receiving', 'checking', 'ready', 'done', 'refused')),
	CONSTRAINT "media_upload_file_size_check" CHECK ("media_upload"."file_size" >= 1),
	CONSTRAINT "media_upload_received_check" CHECK ("media_upload"."received" between 0 and "media_upload"."file_size")
);
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "question_file" (
	"enterprise_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	CONSTRAINT "question_file_enterprise_id_file_id_question_id_pk" PRIMARY KEY("enterprise_id","file_id","question_id")
);
--> statement-breakpoint
ALTER TABLE file NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE enterprise_user NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE question NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE question_version NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE question_file NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE media_file NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE media_folder NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE media_upload NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE media_caption NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE file_version NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE "file" ADD COLUMN IF NOT EXISTS "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "file_version" DROP CONSTRAINT IF EXISTS "file_version_enterprise_id_file_id_file_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "file_version" ADD CONSTRAINT "file_version_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_caption" DROP CONSTRAINT IF EXISTS "media_caption_enterprise_id_file_id_media_file_enterprise_id_file_id_fk";
--> statement-breakpoint
ALTER TABLE "media_caption" ADD CONSTRAINT "media_caption_enterprise_id_file_id_media_file_enterprise_id_file_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."media_file"("enterprise_id","file_id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_caption" DROP CONSTRAINT IF EXISTS "media_caption_enterprise_id_caption_file_id_file_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "media_caption" ADD CONSTRAINT "media_caption_enterprise_id_caption_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","caption_file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_file" DROP CONSTRAINT IF EXISTS "media_file_enterprise_id_file_id_file_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_file" DROP CONSTRAINT IF EXISTS "media_file_enterprise_id_folder_id_media_folder_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_enterprise_id_folder_id_media_folder_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","folder_id") REFERENCES "public"."media_folder"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_file" DROP CONSTRAINT IF EXISTS "media_file_enterprise_id_poster_file_id_file_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "media_file" ADD CONSTRAINT "media_file_enterprise_id_poster_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","poster_file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_folder" DROP CONSTRAINT IF EXISTS "media_folder_enterprise_id_parent_id_media_folder_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "media_folder" ADD CONSTRAINT "media_folder_enterprise_id_parent_id_media_folder_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","parent_id") REFERENCES "public"."media_folder"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_upload" DROP CONSTRAINT IF EXISTS "media_upload_enterprise_id_folder_id_media_folder_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "media_upload" ADD CONSTRAINT "media_upload_enterprise_id_folder_id_media_folder_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","folder_id") REFERENCES "public"."media_folder"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "media_upload" DROP CONSTRAINT IF EXISTS "media_upload_user_id_member_fk";
--> statement-breakpoint
ALTER TABLE "media_upload" ADD CONSTRAINT "media_upload_user_id_member_fk" FOREIGN KEY ("enterprise_id","user_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "question_file" DROP CONSTRAINT IF EXISTS "question_file_enterprise_id_file_id_file_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "question_file" ADD CONSTRAINT "question_file_enterprise_id_file_id_file_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","file_id") REFERENCES "public"."file"("enterprise_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "question_file" DROP CONSTRAINT IF EXISTS "question_file_enterprise_id_question_id_question_enterprise_id_id_fk";
--> statement-breakpoint
ALTER TABLE "question_file" ADD CONSTRAINT "question_file_enterprise_id_question_id_question_enterprise_id_id_fk" FOREIGN KEY ("enterprise_id","question_id") REFERENCES "public"."question"("enterprise_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "file_version_enterprise_id_replaced_at_index" ON "file_version" USING btree ("enterprise_id","replaced_at");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_file_latest" ON "media_file" USING btree ("enterprise_id","gmt_create","file_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_file_folder" ON "media_file" USING btree ("enterprise_id","folder_id","gmt_create");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_file_deleted" ON "media_file" USING btree ("enterprise_id","deleted_at") WHERE deleted_at is not null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_upload_enterprise_id_user_id_index" ON "media_upload" USING btree ("enterprise_id","user_id");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "media_upload_enterprise_id_expires_at_index" ON "media_upload" USING btree ("enterprise_id","expires_at");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "question_file_enterprise_id_question_id_index" ON "question_file" USING btree ("enterprise_id","question_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "course_resource_file";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "course_resource_file" ON "course_resource" USING btree ("enterprise_id","file_id") WHERE file_id is not null;
--> statement-breakpoint
ALTER TABLE "file" DROP CONSTRAINT IF EXISTS "file_version_check";
--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_version_check" CHECK ("file"."version" >= 1) NOT VALID;
--> statement-breakpoint
ALTER TABLE "file" VALIDATE CONSTRAINT "file_version_check";
--> statement-breakpoint
-- Files that came from content packs are in the library, except captions, portraits and what authors of the community show.
INSERT INTO media_file (enterprise_id, file_id, name, kind, bytes, pack_hash, gmt_create)
SELECT f.enterprise_id, f.id, f.file_name,
       CASE WHEN f.content_type LIKE 'video/%' THEN 'video' WHEN f.content_type LIKE 'audio/%' THEN 'audio'
            WHEN f.content_type LIKE 'image/%' THEN 'picture' WHEN f.content_type = 'application/zip' THEN 'archive' ELSE 'document' END,
       f.file_size, f.sha256, f.gmt_create
FROM file f
WHERE f.store_key = f.enterprise_id || '/' || f.sha256 AND f.uploaded_by IS NULL AND f.content_type <> 'text/vtt'
  AND NOT EXISTS (SELECT FROM enterprise_user u WHERE u.enterprise_id = f.enterprise_id AND u.head_portrait_file_id = f.id)
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO question_file (enterprise_id, file_id, question_id)
SELECT DISTINCT f.enterprise_id, f.id, v.question_id
FROM question_version v
CROSS JOIN LATERAL regexp_matches(v.texts::text, '/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') m (found)
JOIN file f ON f.enterprise_id = v.enterprise_id AND f.id = (m.found)[1]::uuid
ON CONFLICT DO NOTHING;
