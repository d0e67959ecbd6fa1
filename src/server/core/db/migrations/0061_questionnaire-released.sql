-- The answers that are there have been shown, new ones are not yet.
ALTER TABLE "questionnaire_sheet" ADD COLUMN "released" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "questionnaire_sheet" ALTER COLUMN "released" SET DEFAULT false;--> statement-breakpoint
-- Of fewer than five nothing has been shown. By tenant, so that row level security need not be switched off.
DO $$ declare tenant uuid; begin
  for tenant in select id from portal.enterprise loop
    perform set_config('app.enterprise_id', tenant::text, true);
    update questionnaire_sheet s set released = false
    where s.enterprise_id = tenant and s.questionnaire_id in (
      select questionnaire_id from questionnaire_sheet where enterprise_id = tenant
      group by questionnaire_id having count(*) < 5);
  end loop;
  perform set_config('app.enterprise_id', '', true);
end $$;
