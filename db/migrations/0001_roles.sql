-- Roles are shared by all databases of a server, so they may be there already.
do $$
declare
	wanted text;
begin
	foreach wanted in array array['anon', 'authenticated', 'service_role', 'auth_service', 'storage_service', 'realtime_service'] loop
		if not exists (select from pg_roles where rolname = wanted) then
			execute format('create role %I nologin noinherit', wanted);
		end if;
	end loop;
	if not exists (select from pg_roles where rolname = 'plaudit_login') then
		create role plaudit_login login noinherit nosuperuser nocreatedb nocreaterole;
	end if;
	-- Only a superuser may set this; elsewhere the operator's docs say how to grant it.
	if (select not rolbypassrls from pg_roles where rolname = 'service_role') then
		alter role service_role bypassrls;
	end if;
exception
	-- Two databases of one server migrate at once: the other one made them.
	when duplicate_object or unique_violation then null;
end
$$;

grant anon, authenticated, service_role, auth_service, storage_service, realtime_service to plaudit_login;

-- Nothing is granted that a migration does not grant by name.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- The schema `auth` belongs to the platform; policies everywhere use these four functions.
create schema auth;
grant usage on schema auth to anon, authenticated, service_role, auth_service, storage_service, realtime_service;

create function auth.jwt() returns jsonb language sql stable parallel safe
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

create function auth.uid() returns uuid language sql stable parallel safe
return nullif(auth.jwt() ->> 'sub', '')::uuid;

create function auth.role() returns text language sql stable parallel safe
return coalesce(auth.jwt() ->> 'role', 'anon');

create function auth.email() returns text language sql stable parallel safe
return auth.jwt() ->> 'email';

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email()
	to anon, authenticated, service_role, auth_service, storage_service, realtime_service;

-- The operator's readiness probe writes here.
create table plaudit.probe (id int primary key check (id = 1), at timestamptz not null);
alter table plaudit.probe enable row level security;
alter table plaudit.probe force row level security;
create policy service_probes on plaudit.probe for all to service_role using (true) with check (true);
grant usage on schema plaudit to service_role;
grant select, insert, update on plaudit.probe to service_role;
