-- Deletes the events of customers with one of some addresses, and returns their number.
create or replace function private.erase_customer_events(space uuid, addresses text[]) returns int
language plpgsql volatile set search_path = '' as $$
declare
	erased int;
begin
	delete from public.customer_events e where e.space_id = space and e.email = any (addresses);
	get diagnostics erased = row_count;
	return erased;
end
$$;
