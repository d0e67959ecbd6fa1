DROP INDEX "ranking_total_enterprise_id_kind_year_total_user_id_index";--> statement-breakpoint
ALTER TABLE "ranking_total" ADD COLUMN "score" bigint GENERATED ALWAYS AS ((total * 100)::bigint) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "ranking_total" ADD COLUMN "ranked" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "ranking_total_place" ON "ranking_total" USING btree ("enterprise_id","kind","year","score" DESC NULLS FIRST,"user_id") WHERE "ranking_total"."ranked" and "ranking_total"."score" > 0;--> statement-breakpoint
-- The member's row is held by whoever posts to the ledger (server/record/post-entry.ts), so this and the next trigger
-- never pass each other.
CREATE OR REPLACE FUNCTION "portal"."rank_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
declare active boolean := coalesce((select status = 'active' from public.enterprise_user
                                    where enterprise_id = new.enterprise_id and user_id = new.user_id), false);
begin
  insert into public.ranking_total as r (enterprise_id, user_id, kind, year, total, ranked)
  values (new.enterprise_id, new.user_id, new.kind, 0, new.amount, active),
         (new.enterprise_id, new.user_id, new.kind, new.year, new.amount, active)
  on conflict (enterprise_id, user_id, kind, year) do update set total = r.total + excluded.total;
  return null;
end $$;--> statement-breakpoint
CREATE FUNCTION "portal"."rank_member"() RETURNS trigger LANGUAGE plpgsql AS $$
declare active boolean := tg_op <> 'DELETE' and new.status = 'active';
begin
  update public.ranking_total set ranked = active
  where enterprise_id = coalesce(new.enterprise_id, old.enterprise_id)
    and user_id = coalesce(new.user_id, old.user_id) and ranked <> active;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER "rank_member" AFTER INSERT OR UPDATE OF "status" OR DELETE ON "enterprise_user"
  FOR EACH ROW EXECUTE FUNCTION "portal"."rank_member"();--> statement-breakpoint
-- What is there already. Row security is forced on the owner too, who would see nothing.
ALTER TABLE "ranking_total" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "enterprise_user" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "ranking_total" r SET "ranked" = false FROM "enterprise_user" u
  WHERE u.enterprise_id = r.enterprise_id AND u.user_id = r.user_id AND u.status <> 'active';--> statement-breakpoint
ALTER TABLE "ranking_total" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "enterprise_user" FORCE ROW LEVEL SECURITY;
