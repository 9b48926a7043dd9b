-- Whose keys this database was used with first. A node with others would refuse the tokens of the rest, and could not open what
-- they encrypted, so it does not start.
create table auth.root_key (
	singleton boolean primary key default true check (singleton),
	-- A keyed hash of a constant; it tells nothing of the key.
	fingerprint text not null,
	adopted_at timestamptz not null default now()
);
alter table auth.root_key enable row level security;
alter table auth.root_key force row level security;
create policy auth_service_works on auth.root_key for all to auth_service using (true) with check (true);
grant select, insert (fingerprint), update (fingerprint, adopted_at) on auth.root_key to auth_service;
