-- The wordings of consents, once for a space: its forms ask each visitor for the same. Nothing removes one before its space, so that a consent
-- never loses its evidence.
create table private.consent_wordings (
	space_id uuid not null references public.spaces (id) on delete cascade,
	hash bytea not null,
	wording text not null,
	primary key (space_id, hash),
	check (hash = private.hash_text(wording))
);

-- Spaces whose consents from before it still repeat their wordings, for a job.
create table private.unshared_wordings (
	space_id uuid primary key references public.spaces (id) on delete cascade,
	shared_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into private.unshared_wordings (space_id) select id from public.spaces;

-- A consent without a wording of its own has the one of its hash in private.consent_wordings.
alter table public.consents set schema private;
alter table private.consents
	alter column wording drop not null,
	alter column wording_hash drop expression,
	add constraint consents_wording_hash_given check (wording_hash is not null) not valid;

-- Caches follow a revocation, and not the move of a wording.
drop trigger tell_changed on private.consents;
create trigger tell_deleted after delete on private.consents for each row execute function private.tell_space_changed();
create trigger tell_revoked after update on private.consents for each row
	when (old.revoked_at is distinct from new.revoked_at) execute function private.tell_space_changed();

alter table private.consent_wordings enable row level security;
alter table private.consent_wordings force row level security;
alter table private.unshared_wordings enable row level security;
alter table private.unshared_wordings force row level security;
create policy members_read on private.consent_wordings for select to authenticated
	using (space_id = any ((select private.spaces_as('viewer'))::uuid[]));
grant select on private.consent_wordings to authenticated, service_role;
grant select, insert on private.consent_wordings to product_door;
grant select, insert, update, delete on private.unshared_wordings to product_door;
revoke insert, update on private.consents from service_role;

-- The consents as clients and earlier versions know them. Without the column `wording` the planner leaves out the join.
create view public.consents with (security_invoker = true) as
select c.id, c.space_id, c.testimonial_id, c.scope, coalesce(c.wording, w.wording) as wording, c.wording_hash, c.locale, c.given_at, c.revoked_at
from private.consents c
left join private.consent_wordings w on c.wording is null and w.space_id = c.space_id and w.hash = c.wording_hash;
alter view public.consents alter column id set default gen_random_uuid();
alter view public.consents alter column locale set default 'en';
alter view public.consents alter column given_at set default now();
create trigger write_consent instead of insert or update or delete on public.consents
	for each row execute function private.write_consent();
grant select on public.consents to authenticated;
grant select, insert, update on public.consents to service_role;
grant select, insert, update on public.consents to product_door;
