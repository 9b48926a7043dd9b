-- The key under which invitations to a mailbox are counted.
create or replace function private.invitation_mailbox(email text) returns bytea language sql immutable strict parallel safe as $$
	select sha256(convert_to('invitations to ' || private.mailbox_of($1), 'UTF8'))
$$;

grant execute on function private.invitation_mailbox(text) to product_door;
