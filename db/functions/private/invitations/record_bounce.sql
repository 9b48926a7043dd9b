-- Records that a sent invitation came back, found by the id of its mail, otherwise the newest one sent to the address. After a complaint
-- that space never asks the address again, also when its invitation was erased. False when no invitation matches.
create or replace function private.record_bounce(mail uuid, address text, is_complaint boolean, words text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	invited record;
	erased record;
begin
	select i.space_id, i.id, i.email into invited
	from private.invitation_mails m
	join public.invitations i on i.space_id = m.space_id and i.id = m.invitation_id
	where m.id = mail;
	if not found then
		select i.space_id, i.id, i.email into invited from public.invitations i
		where i.email = private.normalize_address(address) and i.sent_at is not null
		order by i.sent_at desc limit 1;
	end if;
	if invited.id is null then
		-- Only the hash of the address of an erased invitation is known.
		select e.space_id, e.address_hash into erased from private.erased_invitations e
		where is_complaint and e.address_hash = private.address_hash(e.space_id, private.normalize_address(address))
		order by e.asked_at desc nulls last limit 1;
		if not found then
			return false;
		end if;
		insert into private.declined_addresses (space_id, address_hash) values (erased.space_id, erased.address_hash)
		on conflict do nothing;
		return true;
	end if;
	update public.invitations i set state = 'failed', failure = coalesce(private.tidy_line(words, 500), 'The mail came back.')
	where i.space_id = invited.space_id and i.id = invited.id and i.state = 'sent' and not is_complaint;
	if is_complaint then
		perform private.decline_address(invited.space_id, invited.email);
	end if;
	return true;
end
$$;

grant execute on function private.record_bounce(uuid, text, boolean, text) to service_role;
