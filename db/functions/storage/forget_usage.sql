-- Clears all counts when the objects are truncated.
create or replace function storage.forget_usage() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	delete from storage.usage;
	return null;
end
$$;
