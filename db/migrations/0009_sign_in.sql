-- Keys that sign access tokens, beside the first one, which files or settings give. Nodes follow them while they run.
create table auth.signing_keys (
	kid text primary key,
	-- The private key, encrypted with the installation's own. Null for a key from files or settings that has to stop.
	sealed bytea,
	-- Published from its first moment, it signs from this one on: by then every node knows it.
	signs_from timestamptz not null,
	-- Set when another key takes over.
	verifies_until timestamptz,
	created_at timestamptz not null default now()
);

do $$
declare
	name text;
begin
	foreach name in array array['signing_keys'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
		execute format('grant select, insert, update, delete on auth.%I to auth_service', name);
	end loop;
end
$$;
