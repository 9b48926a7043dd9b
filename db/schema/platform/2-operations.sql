-- Tables that the server needs to run: the readiness probe, the job queue, and the list of the operator's migrations.

-- The readiness check writes this one row.
create table plaudit.probe (id int primary key check (id = 1), at timestamptz not null);
alter table plaudit.probe enable row level security;
alter table plaudit.probe force row level security;
create policy service_probes on plaudit.probe for all to service_role using (true) with check (true);
grant select, insert, update on plaudit.probe to service_role;

-- Work that must be done even if the process dies: mails, deliveries, retention (docs/decisions/0004-own-job-table.md).
create table plaudit.jobs (
	id bigint generated always as identity primary key,
	-- Which handler runs it.
	kind text not null,
	payload jsonb not null default '{}',
	-- At most one open job has a key; recurring jobs use it.
	unique_key text unique,
	-- When it is due; while a worker runs it, when another worker may take it over.
	run_at timestamptz not null default now(),
	attempts int not null default 0,
	max_attempts int not null default 12,
	last_error text,
	-- Set when the last attempt has failed. The row stays for the operator to see.
	failed_at timestamptz,
	created_at timestamptz not null default now()
);
create index jobs_due on plaudit.jobs (run_at) where failed_at is null;
alter table plaudit.jobs enable row level security;
alter table plaudit.jobs force row level security;
create policy service_works_off on plaudit.jobs for all to service_role using (true) with check (true);
create policy auth_service_enqueues on plaudit.jobs for insert to auth_service with check (true);
grant select, insert, update, delete on plaudit.jobs to service_role;
grant insert (kind, payload, unique_key, run_at, max_attempts) on plaudit.jobs to auth_service;

-- The operator's migrations that were applied, and whether OWN_TABLES_GRANT is in effect. Only the owner of the database reaches
-- these two: forced row-level security would hide them from an owner who is no superuser.
create table plaudit.own_migrations (
	name text primary key,
	checksum text not null,
	applied_at timestamptz not null default now()
);
alter table plaudit.own_migrations enable row level security;
create table plaudit.own_tables_grant (
	id int primary key default 1 check (id = 1),
	is_on boolean not null
);
alter table plaudit.own_tables_grant enable row level security;
