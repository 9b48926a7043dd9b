-- Work that must happen although the process may die: mails, deliveries, retention. See docs/decisions.
create table plaudit.jobs (
	id bigint generated always as identity primary key,
	kind text not null,
	payload jsonb not null default '{}',
	-- At most one open job carries a key; recurring work uses it.
	unique_key text unique,
	-- When it is due; while a worker holds it, when another may take it over.
	run_at timestamptz not null default now(),
	attempts int not null default 0,
	max_attempts int not null default 12,
	last_error text,
	failed_at timestamptz,
	created_at timestamptz not null default now()
);
create index jobs_due on plaudit.jobs (run_at) where failed_at is null;
alter table plaudit.jobs enable row level security;
alter table plaudit.jobs force row level security;

create policy service_works_off on plaudit.jobs for all to service_role using (true) with check (true);
create policy auth_service_enqueues on plaudit.jobs for insert to auth_service with check (true);
grant usage on schema plaudit to auth_service;
grant select, insert, update, delete on plaudit.jobs to service_role;
grant insert (kind, payload, unique_key, run_at, max_attempts) on plaudit.jobs to auth_service;
