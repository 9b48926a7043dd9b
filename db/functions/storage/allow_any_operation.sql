-- True when the caller performs one of these operations, for use in policies. The prefix `storage.` is optional.
create or replace function storage.allow_any_operation(expected_operations text[]) returns boolean
language sql stable parallel safe set search_path = ''
return coalesce(
	regexp_replace(storage.operation(), '^storage\.', '') in (
		select regexp_replace(e.name, '^storage\.', '') from unnest(expected_operations) e (name) where e.name <> ''
	),
	false
);

grant execute on function storage.allow_any_operation(text[]) to anon, authenticated, service_role, storage_service;
