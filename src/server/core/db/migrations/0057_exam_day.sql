-- The lookup of sessions in one statement: the function selects the tenant, for this statement only. Row level security applies,
-- because it runs as its caller. Planned once per connection (docs/decisions/074).
CREATE OR REPLACE FUNCTION "portal"."find_viewers"("enterprise" uuid, "tokens" bytea[], "companions" bytea[], "max_seconds" int)
RETURNS TABLE (n int, user_id uuid, id uuid, enterprise_id uuid, way text, user_name text, user_type int, is_admin boolean, sex int, stale boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan AS $$
begin
  perform set_config('app.enterprise_id', enterprise::text, true);
  return query
  select t.n::int, s.user_id, s.id, s.enterprise_id, s.way::text, u.user_name::text, u.user_type::int, u.is_admin, u.sex::int,
         s.last_used_at < now() - interval '5 minutes'
  from unnest(tokens, companions) with ordinality as t (token, companion, n)
  join portal.user_session s on s.token_hash = t.token and s.companion_hash = t.companion
                            and s.ended_at is null and s.expires_at > now()
                            and s.expires_at < now() + make_interval(secs => max_seconds)
  join portal.user_account a on a.id = s.user_id and a.disabled_at is null
  left join public.enterprise_user u on u.enterprise_id = s.enterprise_id and u.user_id = s.user_id and u.status = 'active'
  where s.enterprise_id is null or s.enterprise_id = enterprise;
end $$;
--> statement-breakpoint
-- The rules of exams are cached by every process (server/exam/exam-cache.ts), like what papers are drawn from.
CREATE OR REPLACE TRIGGER "announce_papers" AFTER INSERT OR UPDATE OR DELETE ON "exam" FOR EACH STATEMENT EXECUTE FUNCTION "portal"."announce_papers"();
--> statement-breakpoint
CREATE OR REPLACE TRIGGER "announce_papers" AFTER INSERT OR UPDATE OR DELETE ON "exam_resit" FOR EACH STATEMENT EXECUTE FUNCTION "portal"."announce_papers"();
