-- The hash of a key, without the space that it may begin with (private.key_space).
create or replace function private.key_hash(key bytea) returns bytea language sql immutable strict parallel safe as $$
	select case when length($1) = 48 then substr($1, 17) else $1 end
$$;

grant execute on function private.key_hash(bytea) to product_door;
