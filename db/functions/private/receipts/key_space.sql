-- The space that a key begins with: 16 bytes before the 32 of a hash. The zero uuid for a hash alone.
create or replace function private.key_space(key bytea) returns uuid language sql immutable strict parallel safe as $$
	select case when length($1) = 48 then encode(substr($1, 1, 16), 'hex')::uuid else '00000000-0000-0000-0000-000000000000' end
$$;

grant execute on function private.key_space(bytea) to product_door;
