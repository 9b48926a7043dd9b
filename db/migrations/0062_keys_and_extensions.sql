-- API keys that "plaudit keys replace --api" made. The newest generation is accepted, beside keys of the settings that were not taken back.
create table auth.api_keys (
	generation int primary key check (generation > 0),
	-- The keys as JSON, encrypted with a key that is not in the database. Null for those of keys.json or the settings.
	sealed bytea,
	-- Fingerprints of the keys that were accepted before, which are refused since.
	taken_back text[] not null,
	made_at timestamptz not null default now()
);

-- Root secrets that "plaudit keys rotate --root" replaced, encrypted under the present one: hashes that cannot be made again are still compared under them.
create table auth.former_root_secrets (
	fingerprint text primary key,
	sealed bytea not null,
	-- Links that it signed are refused too.
	is_compromised boolean not null default false,
	replaced_at timestamptz not null default now()
);

do $$
declare
	name text;
begin
	foreach name in array array['api_keys', 'former_root_secrets'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('create policy auth_service_works on auth.%I for all to auth_service using (true) with check (true)', name);
	end loop;
end
$$;
grant select, insert, update (sealed), delete on auth.api_keys, auth.former_root_secrets to auth_service;

-- A root secret that is replaced as compromised ends the private links that it can compute (db/functions/private/renew_receipts.sql).
grant delete on private.former_receipt_tokens to product_door;

do $$
begin
	create event trigger extension_functions on ddl_command_end when tag in ('CREATE EXTENSION', 'ALTER EXTENSION')
		execute function plaudit.grant_extension_functions();
exception when insufficient_privilege then
	raise notice 'no event trigger without superuser: functions of extensions keep their grants';
end
$$;
