-- Queues the mails about keys that end within 14 days, once for each. A key that was made for a shorter time needs none.
create or replace function private.tell_ending_keys() returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	ending record;
begin
	for ending in
		update public.api_keys k set is_end_told = true
		where k.revoked_at is null and not k.is_end_told and k.expires_at > now() and k.expires_at <= now() + interval '14 days'
		returning k.space_id, k.id, k.created_at, k.expires_at
	loop
		if ending.created_at < ending.expires_at - interval '14 days' then
			perform private.queue_key_mails(ending.space_id, ending.id, 'ends');
		end if;
	end loop;
end
$$;

grant execute on function private.tell_ending_keys() to service_role;
