-- Gives a changed row another version. A caller who names the version that they read changes nothing that another person wrote meanwhile.
create or replace function private.renew_version() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
	new.version := gen_random_uuid();
	new.changed_at := now();
	return new;
end
$$;
