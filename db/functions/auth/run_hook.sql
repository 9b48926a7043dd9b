-- Calls a hook function of the operator as supabase_auth_admin. The names come from the settings and are quoted. The cast to text
-- accepts functions that return jsonb, json, text or void.
create or replace function auth.run_hook(schema_name text, function_name text, payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
	answer text;
begin
	execute format('select %I.%I($1)::text', schema_name, function_name) into answer using payload;
	return nullif(answer, '')::jsonb;
end
$$;

-- Without superuser, the new owner needs these rights on the schema for a moment. Later grants of the operator stay.
do $$
begin
	if (select proowner <> 'supabase_auth_admin'::regrole from pg_proc where oid = 'auth.run_hook(text, text, jsonb)'::regprocedure) then
		grant usage, create on schema auth to supabase_auth_admin;
		alter function auth.run_hook(text, text, jsonb) owner to supabase_auth_admin;
		revoke all on schema auth from supabase_auth_admin;
	end if;
end
$$;
grant execute on function auth.run_hook(text, text, jsonb) to auth_service;
