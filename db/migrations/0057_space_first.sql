-- Public requests name their space before their first query (docs/decisions/0056-space-first.md).

-- A form that is being made reserves its slug by the former function, which leaves its space out: it ends first, or begins after this.
lock table public.forms in share row exclusive mode;
-- In the order in which private.form_to_fill reads them: two that wait for each other would refuse submissions.
lock table private.former_consent_texts, private.form_slugs in access exclusive mode;
alter table private.form_slugs add column space_id uuid;
alter table private.former_consent_texts add column space_id uuid;
alter table private.form_pressure add column space_id uuid;
update private.form_slugs s set space_id = f.space_id from public.forms f where f.id = s.form_id;
update private.former_consent_texts t set space_id = f.space_id from public.forms f where f.id = t.form_id;
update private.form_pressure p set space_id = f.space_id from public.forms f where f.id = p.form_id;
alter table private.form_slugs alter column space_id set not null;
alter table private.former_consent_texts alter column space_id set not null;
alter table private.form_pressure alter column space_id set not null;
create trigger fill_space before insert on private.form_slugs for each row
	when (new.space_id is null) execute function private.fill_space();
create trigger fill_space before insert on private.former_consent_texts for each row
	when (new.space_id is null) execute function private.fill_space();
create trigger fill_space before insert on private.form_pressure for each row
	when (new.space_id is null) execute function private.fill_space();

-- Null in rows from before this migration, until the job has filled them.
alter table private.receipts add column space_id uuid;
create trigger fill_space before insert on private.receipts for each row
	when (new.space_id is null) execute function private.fill_space();
insert into plaudit.jobs (kind) select 'fill_receipts' where exists (select from private.receipts);

-- Hourly and daily limits by a key, mostly a keyed hash of a network that changes daily. Those of all spaces together have the zero uuid
-- as their space. A crash may empty them. It replaces private.address_budgets, which the next version drops.
create unlogged table private.space_budgets (
	space_id uuid not null,
	key bytea not null,
	hour timestamptz not null,
	used int not null,
	primary key (space_id, key, hour)
) with (fillfactor = 70);
create index space_budgets_hour on private.space_budgets (hour);
alter table private.space_budgets enable row level security;
alter table private.space_budgets force row level security;
grant select, insert, update, delete on private.space_budgets to product_door;
