-- Timed backups and those of the command line, on any node; a row without finished_at was cut off or failed.
create table plaudit.backups (
	id bigint generated always as identity primary key,
	-- Of the file in the target.
	name text not null,
	-- The setting that started it; null for the command.
	schedule text,
	started_at timestamptz not null default now(),
	finished_at timestamptz,
	bytes bigint,
	-- When it was restored for a check, and found to be as it was.
	checked_at timestamptz,
	problem text
);
alter table plaudit.backups enable row level security;
alter table plaudit.backups force row level security;
create policy service_backs_up on plaudit.backups for all to service_role using (true) with check (true);
grant select, insert, update, delete on plaudit.backups to service_role;

-- Hashes of the ids of erased rows, until they are noted beside the backups: a restore of an older backup erases those rows again.
create table plaudit.erasures (
	id bigint generated always as identity primary key,
	kind text not null check (kind in ('testimonial', 'person', 'invitation', 'import_row', 'address', 'account')),
	space_id uuid,
	row_hash text not null,
	erased_at timestamptz not null default now()
);
alter table plaudit.erasures enable row level security;
alter table plaudit.erasures force row level security;
create policy service_notes_erasures on plaudit.erasures for all to service_role using (true) with check (true);
grant select, delete on plaudit.erasures to service_role;
grant select, insert, delete on plaudit.erasures to product_door;
