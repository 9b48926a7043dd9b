-- The hash under which an address that declined is stored: that of its mailbox, so that another tag is not asked again. It includes the
-- space, so that the lists of two spaces cannot be compared.
create or replace function private.address_hash(space uuid, email text) returns bytea language sql immutable strict parallel safe as $$
	select sha256(convert_to($1 || E'\n' || private.mailbox_of($2), 'UTF8'))
$$;

grant execute on function private.address_hash(uuid, text) to product_door;
