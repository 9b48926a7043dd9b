-- Declines for the holder of a personal link, or takes that back; of an erased invitation only the hash of its address is known. False for
-- an unknown token.
create or replace function private.decline_invitation(token_hash bytea, undo boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	invited record;
begin
	select i.space_id, i.email, private.address_hash(i.space_id, i.email) as address_hash into invited
	from private.invitation_tokens t
	join public.invitations i on i.space_id = t.space_id and i.id = t.invitation_id
	where t.token_hash = token_hash
	union all
	select e.space_id, null, e.address_hash from private.erased_invitations e where e.token_hash = token_hash;
	if not found then
		return false;
	end if;
	if not undo then
		if invited.email is not null then
			perform private.decline_address(invited.space_id, invited.email);
		else
			insert into private.declined_addresses (space_id, address_hash) values (invited.space_id, invited.address_hash)
			on conflict do nothing;
		end if;
		return true;
	end if;
	delete from private.declined_addresses d where d.space_id = invited.space_id and d.address_hash = invited.address_hash;
	update public.invitations i
	set state = case when i.failure is not null then 'failed' when i.expires_at <= now() then 'expired'
		when i.opened_at is not null then 'opened' else 'sent' end
	where i.space_id = invited.space_id and i.email = invited.email and i.state = 'declined' and i.sent_at is not null;
	return true;
end
$$;

grant execute on function private.decline_invitation(bytea, boolean) to anon;
