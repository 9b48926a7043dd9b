-- Signs one device of the caller out; false when there is no such session.
create or replace function public.end_session(id uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
begin
	delete from auth.sessions s where s.id = end_session.id and s.user_id = own.user_id;
	if found then
		perform private.note_about(own.user_id, 'logout', 'account');
	end if;
	return found;
end
$$;

grant execute on function public.end_session(uuid) to authenticated;
