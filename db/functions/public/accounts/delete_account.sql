-- Deletes the account of the caller with everything that is only theirs. A space with other members needs another owner first.
-- It requires a sign-in or factor of the last ten minutes.
create or replace function public.delete_account() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	own auth.sessions := private.own_session();
	orphan text;
begin
	if not exists (
		select from jsonb_array_elements(own.amr) proof
		where (proof ->> 'timestamp')::bigint > extract(epoch from now()) - 600
	) then
		raise exception using errcode = 'PT403', message = 'Confirm that it is you, then delete the account.', hint = 'recent_proof';
	end if;
	-- The same locks as private.keep_an_owner: the other owner of a space may be leaving it now.
	perform pg_advisory_xact_lock(hashtextextended(m.space_id::text, 7268435))
	from (select space_id from public.space_members where user_id = own.user_id order by space_id) m;
	select w.name into orphan from private.spaces_without(own.user_id) w where w.fate = 'needs_owner' limit 1;
	if orphan is not null then
		raise exception using errcode = 'P0001', hint = 'needs_owner',
			message = format('“%s” would be without an owner. Make another member an owner first, or delete the space.', orphan);
	end if;
	perform private.note_about(own.user_id, 'user_deleted', 'team');
	delete from public.spaces s using private.spaces_without(own.user_id) w where s.id = w.space_id and w.fate = 'deleted';
	delete from auth.users u where u.id = own.user_id;
end
$$;

grant execute on function public.delete_account() to authenticated;
