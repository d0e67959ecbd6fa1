-- no transaction
ALTER TABLE department NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE position NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE enterprise_user NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE member_history NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE department_head NO FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_enterprise_id_department_id_index";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_enterprise_id_department_id_index" ON "enterprise_user" USING btree ("enterprise_id","department_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_enterprise_id_position_id_index";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_enterprise_id_position_id_index" ON "enterprise_user" USING btree ("enterprise_id","position_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_superior";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_superior" ON "enterprise_user" USING btree ("enterprise_id","superior_id") WHERE superior_id is not null;
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_name";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_name" ON "enterprise_user" USING btree ("enterprise_id","user_name","user_id");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enterprise_user_no_pinyin";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enterprise_user_no_pinyin" ON "enterprise_user" USING btree ("enterprise_id","user_id") WHERE pinyin_of is distinct from user_name;
--> statement-breakpoint
UPDATE enterprise_user SET department = array_to_string(array_remove(string_to_array(department, '/'), ''), '/')
WHERE department ~ '(^/|//|/$)';
--> statement-breakpoint
-- The departments of people, with those above them.
INSERT INTO department (enterprise_id, name, path)
SELECT DISTINCT m.enterprise_id, parts[n], array_to_string(parts[:n], '/')
FROM (SELECT DISTINCT enterprise_id, string_to_array(department, '/') AS parts FROM enterprise_user WHERE department <> ''
      UNION SELECT enterprise_id, string_to_array(department, '/') FROM department_head) m, generate_series(1, cardinality(m.parts)) n
ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE department d SET parent_id = p.id FROM department p
WHERE d.parent_id IS NULL AND p.enterprise_id = d.enterprise_id AND p.path = substring(d.path FROM '^(.*)/[^/]*$');
--> statement-breakpoint
INSERT INTO position (enterprise_id, name)
SELECT DISTINCT enterprise_id, post FROM enterprise_user WHERE post <> '' ON CONFLICT DO NOTHING;
--> statement-breakpoint
UPDATE department d SET head_id = h.user_id FROM department_head h
WHERE h.enterprise_id = d.enterprise_id AND h.department = d.path AND d.head_id IS NULL;
--> statement-breakpoint
-- By batches, with a commit each.
DO $$
DECLARE n integer;
BEGIN
  LOOP
    UPDATE enterprise_user u SET department_id = d.id, position_id = p.id
    FROM (SELECT enterprise_id, user_id, department, post FROM enterprise_user
          WHERE (department <> '' AND department_id IS NULL) OR (post <> '' AND position_id IS NULL) LIMIT 5000) b
    LEFT JOIN department d ON d.enterprise_id = b.enterprise_id AND d.path = b.department AND d.closed_at IS NULL
    LEFT JOIN position p ON p.enterprise_id = b.enterprise_id AND p.name = b.post AND p.closed_at IS NULL
    WHERE u.enterprise_id = b.enterprise_id AND u.user_id = b.user_id;
    GET DIAGNOSTICS n = ROW_COUNT;
    EXIT WHEN n = 0;
    COMMIT;
  END LOOP;
END $$;
--> statement-breakpoint
-- Where a member belonged before is unknown: the present place is taken as that since the member was added.
INSERT INTO member_history (enterprise_id, user_id, since, department_id, position_id, active)
SELECT u.enterprise_id, u.user_id, u.gmt_create, u.department_id, u.position_id, true FROM enterprise_user u
WHERE NOT EXISTS (SELECT FROM member_history h WHERE h.enterprise_id = u.enterprise_id AND h.user_id = u.user_id);
--> statement-breakpoint
INSERT INTO member_history (enterprise_id, user_id, since, department_id, position_id, active)
SELECT u.enterprise_id, u.user_id, coalesce(u.disabled_at, u.gmt_modified), u.department_id, u.position_id, false
FROM enterprise_user u WHERE u.status = 'disabled'
AND NOT EXISTS (SELECT FROM member_history h WHERE h.enterprise_id = u.enterprise_id AND h.user_id = u.user_id AND NOT h.active);
--> statement-breakpoint
ALTER TABLE "enterprise_user" DROP CONSTRAINT IF EXISTS "enterprise_user_department_fk";
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD CONSTRAINT "enterprise_user_department_fk" FOREIGN KEY ("enterprise_id","department_id") REFERENCES "public"."department"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "enterprise_user" VALIDATE CONSTRAINT "enterprise_user_department_fk";
--> statement-breakpoint
ALTER TABLE "enterprise_user" DROP CONSTRAINT IF EXISTS "enterprise_user_position_fk";
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD CONSTRAINT "enterprise_user_position_fk" FOREIGN KEY ("enterprise_id","position_id") REFERENCES "public"."position"("enterprise_id","id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "enterprise_user" VALIDATE CONSTRAINT "enterprise_user_position_fk";
--> statement-breakpoint
ALTER TABLE "enterprise_user" DROP CONSTRAINT IF EXISTS "enterprise_user_superior_fk";
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD CONSTRAINT "enterprise_user_superior_fk" FOREIGN KEY ("enterprise_id","superior_id") REFERENCES "public"."enterprise_user"("enterprise_id","user_id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
ALTER TABLE "enterprise_user" VALIDATE CONSTRAINT "enterprise_user_superior_fk";
--> statement-breakpoint
ALTER TABLE "enterprise_user" DROP CONSTRAINT IF EXISTS "enterprise_user_superior_check";
--> statement-breakpoint
ALTER TABLE "enterprise_user" ADD CONSTRAINT "enterprise_user_superior_check" CHECK ("enterprise_user"."superior_id" <> "enterprise_user"."user_id") NOT VALID;
--> statement-breakpoint
ALTER TABLE "enterprise_user" VALIDATE CONSTRAINT "enterprise_user_superior_check";
