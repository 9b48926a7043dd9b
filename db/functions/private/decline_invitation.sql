-- Declines for the holder of a personal link, or takes that back. False for an unknown token.
create or replace function private.decline_invitation(token_hash bytea, undo boolean) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
#variable_conflict use_variable
declare
	invited record;
begin
	select i.space_id, i.email into invited
	from private.invitation_tokens t
	join public.invitations i on i.space_id = t.space_id and i.id = t.invitation_id
	where t.token_hash = token_hash;
	if not found then
		return false;
	end if;
	if not undo then
		perform private.decline_address(invited.space_id, invited.email);
		return true;
	end if;
	delete from private.declined_addresses d
	where d.space_id = invited.space_id and d.address_hash = private.address_hash(invited.space_id, invited.email);
	update public.invitations i
	set state = case when i.failure is not null then 'failed' when i.expires_at <= now() then 'expired'
		when i.opened_at is not null then 'opened' else 'sent' end
	where i.space_id = invited.space_id and i.email = invited.email and i.state = 'declined' and i.sent_at is not null;
	return true;
end
$$;

alter function private.decline_invitation(bytea, boolean) owner to product_door;
grant execute on function private.decline_invitation(bytea, boolean) to anon;
