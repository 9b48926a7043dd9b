-- At most a hundred templates of invitations in a space.
create or replace function private.limit_invitation_templates() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
begin
	if (select count(*) from public.invitation_templates t where t.space_id = new.space_id) >= 100 then
		raise exception using errcode = '23514', message = 'There are a hundred templates. Delete one first.', column = 'name';
	end if;
	return new;
end
$$;
