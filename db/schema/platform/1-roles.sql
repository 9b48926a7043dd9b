-- The roles of the platform, its schemas, the extensions that seed files need, and the schema of the operator.

-- Roles belong to the whole server, so they may exist already.
do $$
declare
	wanted text;
begin
	foreach wanted in array array['anon', 'authenticated', 'service_role', 'auth_service', 'storage_service', 'realtime_service'] loop
		if not exists (select from pg_roles where rolname = wanted) then
			execute format('create role %I nologin noinherit', wanted);
		end if;
	end loop;
	-- The role that the server signs in as. It owns nothing and inherits nothing.
	if not exists (select from pg_roles where rolname = 'plaudit_login') then
		create role plaudit_login login noinherit nosuperuser nocreatedb nocreaterole;
	end if;
	-- Only a superuser may set this. docs/self-hosting.md says what to do elsewhere.
	if (select not rolbypassrls from pg_roles where rolname = 'service_role') then
		alter role service_role bypassrls;
	end if;
exception
	-- Another database of the same server is migrated at the same time and created them.
	when duplicate_object or unique_violation then null;
end
$$;

-- Hook functions of the operator run as this role. It owns nothing of Plaudit but auth.run_hook, and has the name that functions
-- and grants written for Supabase expect.
do $$
begin
	if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
		create role supabase_auth_admin nologin noinherit;
	end if;
exception
	when duplicate_object or unique_violation then null;
end
$$;

grant anon, authenticated, service_role, auth_service, storage_service, realtime_service to plaudit_login;

-- Nothing is granted by default: every grant is written out. The program has revoked the default right to execute functions before.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role, supabase_auth_admin;

-- auth: accounts and sessions; its functions auth.uid() and others are for policies of every schema.
create schema auth;
grant usage on schema auth to anon, authenticated, service_role, auth_service, storage_service, realtime_service;
-- storage: buckets and objects.
create schema storage;
grant usage on schema storage to anon, authenticated, service_role, storage_service;
-- realtime: the change feed, messages and channels.
create schema realtime;
grant usage on schema realtime to anon, authenticated, service_role, realtime_service;
-- plaudit: what the server needs to run. The program created it before, for the list of what is applied.
grant usage on schema plaudit to service_role, auth_service;

-- app: the tables of the operator (docs/own-tables.md). A schema of that name that existed before may hold functions that every
-- role may call, so it is not opened.
do $$
begin
	if to_regnamespace('app') is null then
		create schema app;
		grant usage on schema app to anon, authenticated, service_role;
	else
		raise notice 'The schema app was there before. To open it to callers, check its grants and run: grant usage on schema app to anon, authenticated, service_role;';
	end if;
end
$$;

-- Seed files hash passwords with `crypt` and create ids with `uuid_generate_v4`, which Supabase keeps in the schema extensions.
-- Callers may use them, because the default of a column runs with the rights of the role that inserts. A schema or extension that
-- existed before keeps its grants.
do $$
declare
	wanted text;
	made regprocedure;
begin
	if to_regnamespace('extensions') is null then
		create schema extensions;
		grant usage on schema extensions to anon, authenticated, service_role;
	end if;
	foreach wanted in array array['pgcrypto', 'uuid-ossp'] loop
		begin
			if exists (select from pg_catalog.pg_available_extensions where name = wanted)
				and not exists (select from pg_catalog.pg_extension where extname = wanted)
			then
				execute format('create extension %I schema extensions', wanted);
				for made in
					select d.objid from pg_catalog.pg_depend d join pg_catalog.pg_extension e on e.oid = d.refobjid
					where d.refclassid = 'pg_catalog.pg_extension'::regclass and d.classid = 'pg_catalog.pg_proc'::regclass
						and d.deptype = 'e' and e.extname = wanted
				loop
					execute format('grant execute on function %s to anon, authenticated, service_role', made);
				end loop;
			end if;
		exception
			-- Only seed files need them: a server that allows no extensions works without.
			when insufficient_privilege or feature_not_supported or undefined_file then null;
		end;
	end loop;
	-- As on Supabase, the owner finds them without naming the schema; callers do not.
	if exists (
		select from pg_catalog.pg_db_role_setting s, unnest(s.setconfig) as setting
		where s.setrole in (0, (select oid from pg_catalog.pg_roles where rolname = current_user))
			and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
			and setting like 'search\_path=%'
	) then
		raise notice 'The search path of % is set already. Add the schema extensions to it to find crypt and uuid_generate_v4 without naming it.', current_user;
	else
		execute format('alter role %I in database %I set search_path = "$user", public, extensions', current_user, current_database());
	end if;
end
$$;
