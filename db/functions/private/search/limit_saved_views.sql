-- At most a hundred views of a space, and of each member in it.
create or replace function private.limit_saved_views() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if (select count(*) from public.saved_views v
		where v.space_id = new.space_id and v.user_id is not distinct from new.user_id) >= 100 then
		raise exception using errcode = '23514', message = 'There are a hundred saved views. Delete one first.', column = 'name';
	end if;
	return new;
end
$$;
