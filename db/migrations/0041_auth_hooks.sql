-- Hooks that are functions of the operator's run with the rights of this role and of no other: it owns nothing that was here
-- before, and may do what the operator grants it. It has the name that Supabase gives it, so that functions, grants and
-- policies written for Supabase's hooks work as they are. Roles are shared by all databases of a server.
do $$
begin
	if not exists (select from pg_roles where rolname = 'supabase_auth_admin') then
		create role supabase_auth_admin nologin noinherit;
	end if;
exception
	-- Two databases of one server migrate at once: the other one made it.
	when duplicate_object or unique_violation then null;
end
$$;

grant usage on schema public to supabase_auth_admin;

-- Names come from the settings. They are quoted; and whatever they name, it runs as supabase_auth_admin. The text in between
-- takes functions that return jsonb, json, text or nothing alike.
create function auth.run_hook(schema_name text, function_name text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
	answer text;
begin
	execute format('select %I.%I($1)::text', schema_name, function_name) into answer using payload;
	return nullif(answer, '')::jsonb;
end
$$;

grant usage, create on schema auth to supabase_auth_admin;
alter function auth.run_hook(text, text, jsonb) owner to supabase_auth_admin;
revoke all on schema auth from supabase_auth_admin;
revoke execute on function auth.run_hook(text, text, jsonb) from public;
grant execute on function auth.run_hook(text, text, jsonb) to auth_service;
