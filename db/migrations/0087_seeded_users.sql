-- Columns of Supabase's auth.users that `seed.sql` files name. They are stored and never read: links and codes are in
-- auth.one_time_tokens, as hashes.
alter table auth.users
	add column instance_id uuid,
	add column is_super_admin boolean,
	add column confirmation_token varchar(255),
	add column recovery_token varchar(255),
	add column email_change_token_new varchar(255),
	add column email_change_token_current varchar(255) default '',
	add column email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
	add column phone_change_token varchar(255) default '',
	add column reauthentication_token varchar(255) default '',
	add column confirmed_at timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored;

-- Seeds write an empty text where this schema has null, and null where it has a default.
create function auth.normalize_inserted_user() returns trigger
language plpgsql volatile security invoker set search_path = '' as $$
begin
	new.email := lower(nullif(new.email, ''));
	new.phone := nullif(new.phone, '');
	new.email_change := nullif(new.email_change, '');
	new.phone_change := nullif(new.phone_change, '');
	new.encrypted_password := nullif(new.encrypted_password, '');
	new.aud := coalesce(nullif(new.aud, ''), 'authenticated');
	new.role := coalesce(nullif(new.role, ''), 'authenticated');
	new.raw_app_meta_data := coalesce(new.raw_app_meta_data, '{}');
	new.raw_user_meta_data := coalesce(new.raw_user_meta_data, '{}');
	new.created_at := coalesce(new.created_at, now());
	new.updated_at := coalesce(new.updated_at, now());
	-- An operator who writes that an address is confirmed vouches for it, as an administrator does with email_confirm.
	new.email_proven := new.email_confirmed_at is not null;
	return new;
end
$$;
-- The service itself says what it means.
create trigger normalize_inserted_user before insert on auth.users
	for each row when (current_user <> 'auth_service')
	execute function auth.normalize_inserted_user();

-- Seeds hash passwords with `crypt` and make ids with `uuid_generate_v4`, which Supabase keeps in this schema. As there, callers may
-- use what is made here: a column's default runs with the rights of the role that inserts. What was there before keeps its grants.
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
			-- Only seeds need them: a server that does not let us add extensions goes on without.
			when insufficient_privilege or feature_not_supported or undefined_file then null;
		end;
	end loop;
	-- As on Supabase, the operator finds them without naming the schema; callers do not.
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
