-- Refuses callers who are not owners of a space.
create or replace function private.require_owner(space uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
	if space is null or not space = any (private.spaces_as('owner')) then
		raise exception using errcode = '42501', message = 'Only owners of a space may do this.';
	end if;
end
$$;
