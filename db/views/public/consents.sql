-- The consents as clients and earlier versions know them. Without the column `wording` the planner leaves out the join.
create or replace view public.consents with (security_invoker = true) as
select c.id, c.space_id, c.testimonial_id, c.scope, coalesce(c.wording, w.wording) as wording, c.wording_hash, c.locale, c.given_at, c.revoked_at
from private.consents c
left join private.consent_wordings w on c.wording is null and w.space_id = c.space_id and w.hash = c.wording_hash;

alter view public.consents alter column id set default gen_random_uuid();
alter view public.consents alter column locale set default 'en';
alter view public.consents alter column given_at set default now();
create or replace trigger write_consent instead of insert or update or delete on public.consents
	for each row execute function private.write_consent();
grant select on public.consents to authenticated;
grant select, insert, update on public.consents to service_role, product_door;
