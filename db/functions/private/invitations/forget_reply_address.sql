-- The address for replies to invitations goes with the account that gave it.
create or replace function private.forget_reply_address() returns trigger
language plpgsql volatile set search_path = '' as $$
begin
	new.reply_to := null;
	return new;
end
$$;
